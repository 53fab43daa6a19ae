import { stylePixel as pixel } from '@iklab/scene/dom';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns a ref and the width of its element, in pixels at the default font size. */
export function useMeasuredWidth<E extends HTMLElement>() {
  const box = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) =>
      setWidth(Math.floor((entry?.contentRect.width ?? 0) / pixel())),
    );
    if (box.current) sizes.observe(box.current);
    return () => sizes.disconnect();
  }, []);
  return [box, width] as const;
}
