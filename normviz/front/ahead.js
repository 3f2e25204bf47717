// Pictures that may come next, kept in the page, and which of all pictures is the present one.
//
// Settings have numbers, `state`. A way leads from a state, by one control that goes to one of its stops, to another
// state. The kernel sends ways with their pictures when a control is approached (`ahead.py`). A picture that is kept is
// drawn with the key press; the kernel draws it, too, a little later, and the two are equal.
const MOST = 16e6;  // characters of markup that are kept; the oldest go first
const NEAR = 8;     // so many stops on either side are wanted, before the kernel is asked for more
const stopOf = control => control.get('index') ?? control.get('value');

class Ahead {
    // `draw` shows a page, `expect` is told the markup of those that the next key may show.
    constructor(model, controls, boxes, draw, expect) {
        Object.assign(this, {model, controls, boxes, draw, expect});
        this.pages = new Map();    // state → what is drawn: [markup, sentence]
        this.size = 0;
        this.ways = [];            // {control, from: Set of states, to: Map of stop → state, numbers, count}
        this.passed = [];          // {state, control}: drawn ahead of the kernel, which has not come by yet
        this.behind = new Set();   // controls that have moved on to what is not kept: the kernel is waited for
        this.numbers = new Map();  // control → number in its box, where that is ahead of the kernel
        // A view says that it is a hand that moves; what the kernel moves, nobody does.
        controls.forEach((control, i) => control.on('change:value change:index', (_model, _value, options) =>
            options.updated_view ? this.moved(i) : this.follow()));
        boxes.forEach((box, i) => box?.on('change:value', (_model, _value, options) =>
            options.updated_view ? this.numbers.delete(i) : this.writeNumber(i)));
        this.confirm();
    }

    get kernel() { return [this.model.get('value'), this.model.get('sentence')]; }

    // Whether the controls stand where the kernel's picture has them.
    get settled() {
        const at = this.model.get('at');
        return this.controls.every((control, i) => at[i] === null || stopOf(control) === at[i]);
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

    // The kernel has drawn. What the page has passed already is old news.
    confirm() {
        const state = this.model.get('state'), kept = this.pages.get(state), {settled, kernel} = this;
        if (kept && kernel.some((part, i) => part !== kept[i]))
            console.warn('normviz: a picture that was kept differs from the kernel\'s; the kernel\'s is shown', state);
        if (state) this.keep(state, kernel);  // an error has no number: it may show another picture beside its words
        const at = this.passed.findIndex(step => step.state === state);
        if (at >= 0) {
            const {control} = this.passed[at], left = this.passed.slice(at + 1);
            // A control's moves are sent one at a time, and then the last of those that waited: if that is this one
            // again, those between are never sent.
            this.passed = state === this.shown && left.every(step => step.control === control) ? [] : left;
        } else if (settled || (this.behind.size === 1 && this.passed.every(step => this.behind.has(step.control)))) {
            this.passed = [];
        }
        if (settled) this.behind.clear();
        if (!this.passed.length) this.showKernel();
        if (settled && this.approached !== undefined) this.askSoon();
    }

    showKernel() {
        this.numbers.clear();
        this.show(this.model.get('state'), this.kernel);
    }

    // The kernel has moved a control.
    follow() {
        if (!this.settled) return;
        this.passed = [];
        this.behind.clear();
        this.showKernel();
    }

    // Somebody has moved a control.
    moved(i) {
        this.approached = i;
        const way = this.wayOf(i), at = stopOf(this.controls[i]), state = way?.to.get(at), page = this.pages.get(state);
        if (!page || this.behind.size || this.controls[i].comm_live === false) return this.behind.add(i);
        this.passed.push({state, control: i});
        this.numbers.set(i, way.numbers.get(at));
        this.show(state, page);
        soon(() => this.writeNumber(i));  // a box that changes wakes every editor in the notebook
    }

    writeNumber(i) {
        const box = this.boxes[i], number = this.numbers.get(i);
        if (!box || !this.numbers.has(i) || box.get('value') === number) return;
        box.set('value', number);
        for (const view of Object.values(box.views ?? {})) view.then(shown => shown.update());
    }

    wayOf(i) { return this.ways.find(way => way.control === i && way.from.has(this.shown)); }

    // Ask for the pictures that one control leads to, unless enough of them are here.
    approach(i) {
        this.approached = i;
        const state = this.model.get('state');
        if (this.shown !== state || this.model.get('at')[i] === null) return;
        const way = this.wayOf(i), at = stopOf(this.controls[i]);
        this.readyForAKey();
        const have = way ? [...way.to.keys()].filter(k => this.pages.has(way.to.get(k))) : [];
        const near = have.filter(k => Math.abs(k - at) <= NEAR && k !== at).length;
        const wanted = Math.min(NEAR, at) + Math.min(NEAR, (way?.count ?? Infinity) - 1 - at);
        if (near < wanted && this.asked !== `${state} ${i} ${have.length}`) {
            this.asked = `${state} ${i} ${have.length}`;
            this.model.send({ask: i, state, have});
        }
    }

    readyForAKey() {
        const way = this.wayOf(this.approached), at = stopOf(this.controls[this.approached]);
        this.expect([at - 1, at + 1].flatMap(stop => this.pages.get(way?.to.get(stop))?.[0] ?? []));
    }

    askSoon() {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.approach(this.approached), 60);
    }

    // Ways and their pictures: stops, states, numbers and backs stand in one order, and the book has their pages.
    // `home` is the state that the control leads to where it stands: `from`, but for a number that was typed.
    async receive({control, from, count, here, home, stops, states, numbers, backs}, [book]) {
        const pages = await readBook(book);
        let way = this.ways.find(way => way.control === control && way.from.has(from));
        if (!way) {
            way = {control, count, from: new Set([from, home]), to: new Map(), numbers: new Map()};
            this.ways.unshift(way);
            this.ways.length = Math.min(this.ways.length, 60);
        }
        way.to.set(here.stop, home);
        way.numbers.set(here.stop, here.number);
        pages.forEach((page, i) => {
            way.to.set(stops[i], states[i]);
            way.numbers.set(stops[i], numbers[i]);
            if (backs[i]) way.from.add(states[i]);
            this.keep(states[i], page.split('\0'));
        });
        if (control === this.approached) this.readyForAKey();
    }
}
