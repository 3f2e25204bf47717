// The widget may not stand in the page yet.
const find = tries => {
    const place = element.closest(settings.place);
    if (place) begin(place);
    else if (tries) setTimeout(find, 50, tries - 1);
};
find(200);
