// Pictures that may come next, kept in the page, and which of all pictures is the present one.
//
// Settings have numbers, `state`. A way leads from a state, by one control that goes to one of its stops, to another
// state. The kernel sends ways with their pictures when a control is approached (`ahead.py`). A picture that is kept is
// drawn with the key press; the kernel draws it, too, once the control rests, and the two are equal.
const MOST = 16e6;  // characters of markup that are kept; the oldest go first
const NEAR = 8;     // so many stops on either side are wanted, before the kernel is asked for more
const RESTS = 300;  // ms without a move: a control rests
const PLAYED = 900; // the same where ▶ moves it, every 450 ms
const stopOf = control => control.get('index') ?? control.get('value');

class Ahead {
    // `draw` shows a page, `expect` is told the markup of those that the next key may show; `heldBack` is a set of those
    // that hold something back from the kernel.
    constructor(model, controls, boxes, draw, expect, heldBack) {
        Object.assign(this, {model, controls, boxes, draw, expect, heldBack});
        this.pages = new Map();    // state → what is drawn: [markup, sentence]
        this.size = 0;
        this.ways = [];            // {control, from: Set of states, to: Map of stop → state, numbers, count}
        this.passed = [];          // {state, control}: drawn ahead of the kernel, which has not come by yet
        this.behind = new Set();   // controls that have moved on to what is not kept: the kernel is waited for
        this.numbers = new Map();  // control → number in its box, where that is ahead of the kernel
        // A view says that it is a hand that moves. What the kernel moves, ipywidgets locks; ▶, which plays in the page,
        // does neither.
        controls.forEach((control, i) => control.on('change:value change:index', (_model, _value, options) => {
            if (options.updated_view) this.moved(i, RESTS);
            else if (control._state_lock === null) this.moved(i, PLAYED);
            else this.follow();
        }));
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

    // Somebody has moved a control, which sends its place right after this; it rests so many ms later.
    moved(i, rests) {
        this.approached = i;
        const control = this.controls[i], way = this.wayOf(i), at = stopOf(control), state = way?.to.get(at);
        const page = this.pages.get(state), ahead = page && !this.behind.size && control.comm_live !== false;
        if (this.untold !== control) this.tell();
        // Only where the last place alone leads to the same settings: not where these remember the way, nor where a number
        // was typed between two stops. And where more pictures are wanted, the kernel must be near.
        const stands = way?.to.get(this.model.get('at')[i]) === this.model.get('state');
        if (ahead && stands && way.from.has(state) && !this.lacks(i)) this.holdBack(control, rests);
        else queueMicrotask(() => this.tell());
        if (!ahead) return this.behind.add(i);
        this.passed.push({state, control: i});
        this.numbers.set(i, way.numbers.get(at));
        this.show(state, page);
        soon(() => this.writeNumber(i));  // a box that changes wakes every editor in the notebook
        this.askSoon();
    }

    // What is drawn already, the kernel need not hear at once: it hears where a control has come to rest. Until then the
    // control waits as for an answer; meanwhile ipywidgets keeps its last place, and heeds no old one from the kernel.
    holdBack(control, rests) {
        if (this.untold !== control) control._pending_msgs++;
        this.untold = control;
        this.heldBack.add(this);
        clearTimeout(this.resting);
        this.resting = setTimeout(() => this.tell(), rests);
    }

    tell() {
        const control = this.untold;
        this.untold = null;
        this.heldBack.delete(this);
        if (control?._pending_msgs) control._handle_status({content: {execution_state: 'idle'}});
    }

    writeNumber(i) {
        const box = this.boxes[i], number = this.numbers.get(i);
        if (!box || !this.numbers.has(i) || box.get('value') === number) return;
        box.set('value', number);
        for (const view of Object.values(box.views ?? {})) view.then(shown => shown.update());
    }

    wayOf(i) { return this.ways.find(way => way.control === i && way.from.has(this.shown)); }

    // Stops of a control whose pictures are here.
    kept(i) {
        const way = this.wayOf(i);
        return way ? [...way.to.keys()].filter(k => this.pages.has(way.to.get(k))) : [];
    }

    // Whether a picture is wanted that is not here.
    lacks(i) {
        const at = stopOf(this.controls[i]), last = (this.wayOf(i)?.count ?? Infinity) - 1;
        const near = this.kept(i).filter(k => Math.abs(k - at) <= NEAR && k !== at).length;
        return near < Math.min(NEAR, at) + Math.min(NEAR, last - at);
    }

    // Ask for the pictures that one control leads to, unless enough of them are here.
    approach(i) {
        this.approached = i;
        const state = this.model.get('state');
        this.readyForAKey();
        if (this.untold && this.untold !== this.controls[i]) this.tell();
        if (this.shown !== state || this.model.get('at')[i] === null || !this.lacks(i)) return;
        const have = this.kept(i), asked = `${state} ${i} ${have.length}`;
        if (this.asked !== asked) this.model.send({ask: i, state, have});
        this.asked = asked;
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
