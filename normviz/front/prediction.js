const begin = prediction => {
    keepKeys(prediction);
    prediction.addEventListener('click', event => event.target.closest('button') && tellNext(prediction));
};
export default {render: ({el, signal}) => whenInside(el, '.nv-prediction', signal, begin)};
