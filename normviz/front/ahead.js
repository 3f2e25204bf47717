// Pictures that may come next, kept in the page, and which of all pictures is the present one.
//
// Settings have numbers, `state`. A way leads from a state, by one control that goes to one of its places, to another
// state. The kernel sends ways with their pictures when a control is approached (`ahead.py`). A picture that is kept is
// drawn with the key press; the kernel draws it, too, a little later, and the two are equal.
const MOST = 16e6;  // characters of markup that are kept; the oldest go first
const NEAR = 8;     // so many places on either side are wanted, before the kernel is asked for more
const place = control => control.get('index') ?? control.get('value');

class Ahead {
    constructor(model, controls, boxes, draw) {
        Object.assign(this, {model, controls, boxes, draw});
        this.pages = new Map();   // state → what is drawn: [markup, sentence]
        this.size = 0;
        this.ways = [];           // {control, from: Set of states, to: Map of place → state, numbers, count}
        this.passed = [];         // states drawn ahead of the kernel, which has not confirmed them yet
        this.confirm();
    }

    get kernel() { return [this.model.get('value'), this.model.get('sentence')]; }

    // Whether the controls stand where the kernel's picture has them.
    get settled() {
        const at = this.model.get('at');
        return this.controls.every((control, i) => at[i] === null || place(control) === at[i]);
    }

    show(state, page) {
        this.shown = state;
        this.draw(...page);
    }

    keep(state, page) {
        this.forget(state);
        this.pages.set(state, page);
        this.size += page[0].length;
        for (const oldest of this.pages.keys()) {
            if (this.size <= MOST) break;
            this.forget(oldest);
        }
    }

    forget(state) {
        this.size -= this.pages.get(state)?.[0].length ?? 0;
        this.pages.delete(state);
    }

    // The kernel has drawn. While the controls are further on, what the page has passed already is old news.
    confirm() {
        const state = this.model.get('state'), kept = this.pages.get(state), at = this.passed.indexOf(state);
        if (kept && kept[0] !== this.kernel[0]) {
            console.warn('normviz: a picture that was kept differs from the kernel\'s; the kernel\'s is shown', state);
            this.forget(state);
        }
        this.passed.splice(0, at + 1);
        if (this.settled || at < 0) this.show(state, this.kernel);
        if (this.settled && this.approached !== undefined) this.askSoon();
    }

    // A control has moved, by hand or by the kernel.
    moved(i) {
        if (this.settled) return this.show(this.model.get('state'), this.kernel);
        const way = this.wayOf(i), at = place(this.controls[i]), state = way?.to.get(at), page = this.pages.get(state);
        if (page && this.controls[i].comm_live !== false) {
            this.passed.push(state);
            if (way.numbers) this.boxes[i].set('value', way.numbers.get(at));
            this.show(state, page);
        }
        this.approached = i;
    }

    wayOf(i) { return this.ways.find(way => way.control === i && way.from.has(this.shown)); }

    // Ask for the pictures that one control leads to, unless enough of them are here.
    approach(i) {
        this.approached = i;
        const state = this.model.get('state');
        if (this.shown !== state || this.model.get('at')[i] === null) return;
        const way = this.wayOf(i), at = place(this.controls[i]);
        const have = way ? [...way.to.keys()].filter(k => this.pages.has(way.to.get(k))) : [];
        const near = have.filter(k => Math.abs(k - at) <= NEAR && k !== at).length;
        const wanted = Math.min(NEAR, at) + Math.min(NEAR, (way?.count ?? Infinity) - 1 - at);
        if (near < wanted && this.asked !== `${state} ${i} ${have.length}`) {
            this.asked = `${state} ${i} ${have.length}`;
            this.model.send({ask: i, state, have});
        }
    }

    askSoon() {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.approach(this.approached), 60);
    }

    // Ways and their pictures: places, states, numbers and backs stand in one order, and the book has their pages.
    async receive({control, from, count, places, states, numbers, backs}, [book]) {
        const pages = await readBook(book.buffer ?? book);
        let way = this.ways.find(way => way.control === control && way.from.has(from));
        if (!way) {
            way = {control, count, from: new Set([from]), to: new Map(), numbers: numbers && new Map()};
            this.ways.unshift(way);
            this.ways.length = Math.min(this.ways.length, 60);
        }
        pages.forEach((page, i) => {
            way.to.set(places[i], states[i]);
            way.numbers?.set(places[i], numbers[i]);
            if (backs[i]) way.from.add(states[i]);
            this.keep(states[i], page.split('\0'));
        });
    }
}
