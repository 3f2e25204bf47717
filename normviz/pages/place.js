// Where somebody was last is kept in their own browser, and the list of chapters leads back there.
{
    const KEY = 'normviz.place', again = document.querySelector('.again');
    const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)); } catch { return null; } };
    const keep = place => { try { localStorage.setItem(KEY, JSON.stringify(place)); } catch { /* a browser that keeps nothing */ } };
    if (again) {
        const place = kept(), tile = [...document.querySelectorAll('[data-page]')].find(one => one.dataset.page === place?.page);
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
            keep({page, hash: part && here.id, words: `${document.body.dataset.name}${part}`});
        };
        let waiting;
        addEventListener('scroll', () => { clearTimeout(waiting); waiting = setTimeout(note, 400); }, {passive: true});
        note();
    }
}
