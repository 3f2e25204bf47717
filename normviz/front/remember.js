// What a browser remembers from one visit to the next; some remember nothing.
const remembered = name => { try { return JSON.parse(localStorage.getItem(`normviz.${name}`)); } catch { return null; } };
const remember = (name, what) => { try { localStorage.setItem(`normviz.${name}`, JSON.stringify(what)); return true; } catch { return false; } };
