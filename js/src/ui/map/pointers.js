/** Pixels that a pointer moves before it drags. */
const slack = 4;

/**
 * What pointers do on a canvas.
 * @typedef {object} Actions
 * @property {() => void} hold the map stands still below a pointer
 * @property {(x: number, y: number) => void} hover
 * @property {(dx: number, dy: number) => void} drag by pixels
 * @property {(factor: number, x: number, y: number) => void} pinch around a point
 * @property {(x: number, y: number) => void} press
 */

/** @param {HTMLCanvasElement} canvas @param {Actions} actions */
export function listenToPointers(canvas, { hold, hover, drag, pinch, press }) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let dragged = false;
  canvas.onpointerdown = ({ pointerId, offsetX, offsetY }) => {
    canvas.setPointerCapture(pointerId);
    pointers.set(pointerId, { x: offsetX, y: offsetY });
    dragged = false;
    hold();
  };
  canvas.onpointermove = ({ pointerId, offsetX: x, offsetY: y }) => {
    const before = pointers.get(pointerId);
    if (!before) return hover(x, y);
    const other = [...pointers].find(([id]) => id !== pointerId)?.[1];
    if (!dragged && Math.hypot(x - before.x, y - before.y) < slack) return;
    dragged = true;
    canvas.style.cursor = 'grabbing';
    if (other) pinch(Math.hypot(x - other.x, y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), (x + other.x) / 2, (y + other.y) / 2);
    const part = other ? 2 : 1;
    drag((x - before.x) / part, (y - before.y) / part);
    pointers.set(pointerId, { x, y });
  };
  canvas.onpointerup = canvas.onpointercancel = ({ pointerId, offsetX, offsetY, type }) => {
    const pressed = pointers.delete(pointerId);
    canvas.style.cursor = '';
    if (pressed && !dragged && type !== 'pointercancel') press(offsetX, offsetY);
  };
}
