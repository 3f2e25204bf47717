// Where somebody was last is kept in their own browser, and the list of chapters leads back there. A chapter has a list of
// its sections in a corner, and opens what a link leads to.
{
    const again = document.querySelector('.again');
    if (again) {
        const place = remembered('place'), tile = [...document.querySelectorAll('[data-page]')].find(one => one.dataset.page === place?.page);
        if (tile) {
            const link = Object.assign(document.createElement('a'), {
                href: place.page + (place.hash ? `#${encodeURIComponent(place.hash)}` : ''), textContent: place.words,
            });
            again.append('You were here last: ', link);
            again.hidden = false;
            tile.classList.add('here');
        }
    } else {
        const title = document.querySelector('h1'), page = decodeURIComponent(location.pathname.split('/').pop());
        const headings = [...document.querySelectorAll('main :is(h1,h2)[id]')];
        const note = () => {
            const here = headings.findLast(one => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight / 2);
            const part = here && here !== title ? `, ${here.textContent}` : '';
            remember('place', {page, hash: part && here.id, words: `${document.body.dataset.name}${part}`});
        };
        const menu = Object.assign(document.createElement('details'), {className: 'sections', innerHTML: '<summary title="Sections" aria-label="Sections">≡</summary>'});
        const list = menu.appendChild(document.createElement('nav'));
        for (const {id, textContent} of headings) list.append(Object.assign(document.createElement('a'), {href: `#${encodeURIComponent(id)}`, textContent}));
        addEventListener('click', ({target}) => { if (target !== menu.firstChild) menu.open = false; });
        addEventListener('keydown', ({key}) => { if (key === 'Escape') menu.open = false; });
        document.body.append(menu);
        const unfold = () => document.querySelector('summary :target')?.closest('details').setAttribute('open', '');
        for (const how of ['load', 'hashchange']) addEventListener(how, unfold);
        let waiting, last = Infinity;
        addEventListener('scroll', () => {
            const now = Math.max(scrollY, 0);  // a page that is pulled beyond its top springs back
            menu.classList.toggle('away', now > last);  // where somebody reads on, it lies on no word
            last = now;
            clearTimeout(waiting);
            waiting = setTimeout(note, 400);
        }, {passive: true});
        note();
    }
}
