// A mouse or fingers on the picture: pointing and clicking, dragging, and zooming by wheel or by two fingers.

const STILL_PX = 4;  // who moves less than that has clicked

// Places on the screen are shares of it, to the right and up. `acts` holds point(place), click(place), pan(right, up)
// and magnify(factor, centre).
export function listenToPointer(picture, acts) {
  const held = new Map();
  let moved = 0;
  let apart = 0;
  const shareOf = (x, y) => {
    const box = picture.getBoundingClientRect();
    return { x: (x - box.left) / box.width, y: 1 - (y - box.top) / box.height };
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;  // the browser's own: a menu that opens may keep the release to itself
    picture.setPointerCapture(event.pointerId);
    held.set(event.pointerId, event);
    moved = 0;
  });
  picture.addEventListener("pointermove", (event) => {
    acts.point(shareOf(event.clientX, event.clientY));
    const before = held.get(event.pointerId);
    if (!before) return;
    if (held.size === 1) {
      const box = picture.getBoundingClientRect();
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > STILL_PX) acts.pan(-dx / box.width, dy / box.height);
    }
    held.set(event.pointerId, event);
    if (held.size === 2) {
      const [a, b] = [...held.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart) acts.magnify(now / apart, shareOf((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      apart = now;
      moved = Infinity;
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    picture.addEventListener(kind, (event) => {
      const isClick = held.delete(event.pointerId) && kind === "pointerup" && moved <= STILL_PX;
      if (isClick) acts.click(shareOf(event.clientX, event.clientY));
      apart = 0;
    });
  }
  picture.addEventListener("wheel", (event) => {
    event.preventDefault();
    acts.magnify(Math.exp(-event.deltaY / 400), shareOf(event.clientX, event.clientY));
  }, { passive: false });
}
