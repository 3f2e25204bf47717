const saidIn = prediction => {
    const chosen = prediction.querySelector('input:checked');
    return (chosen ? chosen.closest('label').textContent : prediction.querySelector('input[type=text]')?.value ?? '').trim();
};
const begin = prediction => {
    keepKeys(prediction);
    prediction.addEventListener('click', event => {
        if (event.target.closest('button')) tellNext(prediction, saidIn(prediction));
    });
};
export default {render: ({el}) => whenInside(el, '.nv-prediction', begin)};
