// Pointers on a canvas as one kind of event, whatever hand makes them: mouse, touch with several fingers, or pen.
// A pen's pressure is real; a mouse and most fingers have none, and a slider takes its place.

export function followPointers(canvas, stage) {
  const points = new Map();
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    const real = event.pointerType === "pen" || (event.pointerType === "touch" && event.pressure > 0 && event.pressure < 1 && event.pressure !== 0.5);
    return { id: event.pointerId, kind: event.pointerType, shift: event.shiftKey, x, y, width: box.width, height: box.height, pressure: real ? event.pressure : null, tilt: event.tiltX || 0, time: event.timeStamp / 1000 };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.isTrusted) canvas.setPointerCapture?.(event.pointerId);
    canvas.focus({ preventScroll: true });
    const point = place(event);
    points.set(event.pointerId, point);
    stage.down?.(point, points);
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = points.get(event.pointerId);
    const point = place(event);
    if (!before) return stage.hover?.(point);
    const lapse = Math.max(point.time - before.time, 1e-3);
    point.vx = (point.x - before.x) / lapse;
    point.vy = (point.y - before.y) / lapse;
    points.set(event.pointerId, point);
    stage.move?.(point, points);
  });
  const up = (event) => {
    const point = points.get(event.pointerId);
    if (!point) return;
    points.delete(event.pointerId);
    stage.up?.(point, points);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", (event) => {
    if (!stage.wheel) return; // the page scrolls
    stage.wheel(-Math.sign(event.deltaY));
    event.preventDefault();
  }, { passive: false });
  return points;
}
