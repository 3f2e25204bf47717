export default {render: ({el}) => whenInside(el, '.nv-prediction', keepKeys)};
