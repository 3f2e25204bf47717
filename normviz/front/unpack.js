// LZMA, which packs a book into half of what deflate makes of it: `normviz/front/packed.py` writes it and says how.
// LITERALS and the other names are where each kind of probability begins, as the format's specification has them.
const LITERALS = 1007, PROBS = LITERALS + 8 * 768;
// Between slices of a few ms the page goes on.
const SLICE = 100_000;
const unpack = async packed => {
    const probs = new Uint16Array(PROBS).fill(1024), out = new Uint8Array(new DataView(packed.buffer).getUint32(0, true));
    let at = 9, range = 0xffffffff, code = new DataView(packed.buffer).getUint32(5);
    const normalize = () => {
        if (range >= 0x1000000) return;
        range = range * 256;
        code = (code << 8 | packed[at++]) >>> 0;
    };
    const bit = place => {
        const prob = probs[place], bound = (range >>> 11) * prob, isOne = code >= bound;
        if (isOne) {
            range -= bound;
            code -= bound;
            probs[place] -= prob >> 5;
        } else {
            range = bound;
            probs[place] += 2048 - prob >> 5;
        }
        normalize();
        return Number(isOne);
    };
    const tree = (place, bits) => {
        let symbol = 1;
        while (symbol < 1 << bits) symbol = symbol << 1 | bit(place + symbol);
        return symbol - (1 << bits);
    };
    const reverse = (place, bits) => {
        let symbol = 1, value = 0;
        for (let i = 0; i < bits; i++) {
            const one = bit(place + symbol);
            symbol = symbol << 1 | one;
            value |= one << i;
        }
        return value;
    };
    const direct = bits => {
        let value = 0;
        while (bits--) {
            range >>>= 1;
            const isOne = code >= range;
            if (isOne) code -= range;
            value = value * 2 + isOne;
            normalize();
        }
        return value;
    };
    const length = place => !bit(place) ? tree(place + 2, 3) : !bit(place + 1) ? 8 + tree(place + 10, 3) : 16 + tree(place + 18, 8);
    const [MATCH, REP, REP0, REP1, REP2, LONG, SLOT, SPECIAL, ALIGN, LEN, REPLEN] = [0, 12, 24, 36, 48, 60, 72, 328, 443, 459, 733];
    const reps = [0, 0, 0, 0];  // how far back the last matches were
    let state = 0, end = 0, pause = SLICE;
    while (end < out.length) {
        if (end >= pause) {
            await new Promise(later => setTimeout(later));
            pause = end + SLICE;
        }
        if (!bit(MATCH + state)) {
            const place = LITERALS + 768 * ((end ? out[end - 1] : 0) >> 5);
            let symbol = 1;
            if (state >= 7) {
                let match = out[end - reps[0] - 1];
                while (symbol < 256) {
                    const wanted = match >> 7 & 1, one = bit(place + (1 + wanted << 8) + symbol);
                    match <<= 1;
                    symbol = symbol << 1 | one;
                    if (one !== wanted) break;
                }
            }
            while (symbol < 256) symbol = symbol << 1 | bit(place + symbol);
            out[end++] = symbol;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        let count;
        if (!bit(REP + state)) {
            count = length(LEN);
            const slot = tree(SLOT + 64 * Math.min(count, 3), 6), bits = (slot >> 1) - 1;
            let far = slot < 4 ? slot : (2 | slot & 1) << bits;
            if (slot >= 14) far += direct(bits - 4) * 16 + reverse(ALIGN, 4);
            else if (slot >= 4) far += reverse(SPECIAL + far - slot, bits);
            reps.pop();
            reps.unshift(far);
            state = state < 7 ? 7 : 10;
        } else {
            if (bit(REP0 + state)) {
                const far = !bit(REP1 + state) ? 1 : !bit(REP2 + state) ? 2 : 3;
                reps.unshift(...reps.splice(far, 1));
            } else if (!bit(LONG + state)) {
                out[end] = out[end++ - reps[0] - 1];
                state = state < 7 ? 9 : 11;
                continue;
            }
            count = length(REPLEN);
            state = state < 7 ? 8 : 11;
        }
        for (count += 2; count && end < out.length; count--, end++) out[end] = out[end - reps[0] - 1];
    }
    return out;
};

// What a page holds it as: two of 91 letters for each 13 bits.
const LETTERS = Array.from({length: 95}, (_, k) => String.fromCharCode(32 + k)).filter(letter => !'"&<\\'.includes(letter));
const bytesOf = text => {
    const digits = new Map(LETTERS.map((letter, k) => [letter, k])), bytes = new Uint8Array(text.length * 13 >> 4);
    for (let k = 0, end = 0, bits = 0, held = 0; k < text.length; k += 2) {
        bits = bits << 13 | digits.get(text[k]) * 91 + digits.get(text[k + 1]);
        for (held += 13; held >= 8;) bytes[end++] = bits >> (held -= 8);
        bits &= (1 << held) - 1;
    }
    return bytes;
};
// What a page has packed of itself, as an element of its head.
const put = (kind, packed) => unpack(bytesOf(packed)).then(plain => {
    document.head.append(Object.assign(document.createElement(kind), {textContent: new TextDecoder().decode(plain)}));
});
