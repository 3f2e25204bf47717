export default {render: ({model, el}) => { el.innerHTML = model.get('_markup'); beginStory(el.firstChild, false); model.send({seen: true}); }};
