/** Both functions are serialized and run in the page, so they must not use anything outside of themselves. */

/**
 * The visible texts of this part whose contrast may be too low: below 4.5 on a plain background, or on a
 * background that is not plain. Only these are left to axe, which would otherwise examine ten times as much.
 */
export function findDoubtfulTexts(part: Element): Element[] {
  type Color = [red: number, green: number, blue: number, alpha: number]
  type Layer = {
    color: Color | undefined
    paints: boolean
    isPlain: boolean
    clips: boolean
    isOutOfFlow: boolean
    isClippedAway: boolean
  }
  const colors = new Map<string, Color | undefined>()
  const parse = (text: string): Color | undefined => {
    if (!colors.has(text)) {
      const [, list] = /^rgba?\(([\d., ]+)\)$/.exec(text) ?? []
      const [red, green, blue, alpha = 1] = list?.split(',').map(Number) ?? []
      const isKnown = red !== undefined && green !== undefined && blue !== undefined
      colors.set(text, isKnown ? [red, green, blue, alpha] : undefined)
    }
    return colors.get(text)
  }
  const over = ([r, g, b, a]: Color, [red, green, blue]: Color): Color => [
    r * a + red * (1 - a),
    g * a + green * (1 - a),
    b * a + blue * (1 - a),
    1,
  ]
  const luminance = (color: Color): number => {
    const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((value) => {
      const share = value / 255
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (a: Color, b: Color): number => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }

  const layers = new Map<Element, Layer>()
  const layerOf = (element: Element): Layer => {
    const known = layers.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    const { backgroundColor, backgroundImage, backgroundClip, opacity, filter, mixBlendMode } =
      style
    const isPlain =
      backgroundImage === 'none' &&
      backgroundClip !== 'text' &&
      opacity === '1' &&
      filter === 'none' &&
      mixBlendMode === 'normal'
    const color = parse(backgroundColor)
    const layer = {
      color,
      paints: color?.[3] !== 0 || backgroundImage !== 'none',
      isPlain,
      clips: style.overflowX !== 'visible',
      isOutOfFlow: style.position === 'absolute' || style.position === 'fixed',
      // Visible to screen readers only.
      isClippedAway: style.position === 'absolute' && style.clipPath === 'inset(50%)',
    }
    layers.set(element, layer)
    return layer
  }
  const rects = new Map<Element, DOMRect>()
  const rectOf = (element: Element): DOMRect => {
    const rect = rects.get(element) ?? element.getBoundingClientRect()
    rects.set(element, rect)
    return rect
  }
  const covers = (a: DOMRect, b: DOMRect) =>
    a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom
  const overlaps = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

  /** Whether an element and its ancestors are painted without images, filters, blending or transparency. */
  const plain = new Map<Element, boolean>()
  const isPlainUpwards = (element: Element): boolean => {
    const known = plain.get(element)
    if (known !== undefined) return known
    const { parentElement } = element
    const is = layerOf(element).isPlain && (!parentElement || isPlainUpwards(parentElement))
    plain.set(element, is)
    return is
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const painted = new Map<Element, Element[]>()
  const paintedIn = (base: Element): Element[] => {
    const found =
      painted.get(base) ??
      [...base.querySelectorAll('*')].filter(
        (element) => layerOf(element).paints && isShown(element),
      )
    painted.set(base, found)
    return found
  }
  const isEmpty = ({ width, height }: DOMRect) => width <= 0 || height <= 0
  const hasOthersBeside = (element: Element, text: DOMRect, base: Element): boolean =>
    paintedIn(base).some(
      (other) =>
        overlaps(rectOf(other), text) && !other.contains(element) && !element.contains(other),
    )

  /** The part of a text that its scrolling or clipping ancestors show; empty if it is out of sight. */
  const visiblePart = (element: Element, text: DOMRect): DOMRect => {
    let { left, top, right, bottom } = text
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { clips, isOutOfFlow } = layerOf(around)
      if (clips) {
        const rect = rectOf(around)
        left = Math.max(left, rect.left)
        top = Math.max(top, rect.top)
        right = Math.min(right, rect.right)
        bottom = Math.min(bottom, rect.bottom)
      }
      if (isOutOfFlow) break
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  /** The colour behind a text, blended down to the first opaque layer; undefined if it cannot be told. */
  const backgroundOf = (element: Element, text: DOMRect) => {
    const found: Color[] = []
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { color, paints } = layerOf(around)
      if (!paints) continue
      if (!color || !(isEmpty(text) || covers(rectOf(around), text))) return undefined
      found.unshift(color)
      if (color[3] < 1) continue
      return { base: around, color: found.reduce((below, next) => over(next, below)) }
    }
    return undefined
  }

  const isPlainlyLegible = (element: Element, texts: DOMRect[]): boolean => {
    const { color, textShadow, webkitTextFillColor, webkitTextStrokeWidth } =
      getComputedStyle(element)
    const isFilled = webkitTextFillColor === color && webkitTextStrokeWidth === '0px'
    const ink = parse(color)
    if (textShadow !== 'none' || !isFilled || !ink || !isPlainUpwards(element)) return false
    return texts.every((text) => {
      const visible = visiblePart(element, text)
      const background = backgroundOf(element, visible)
      return (
        background &&
        contrast(over(ink, background.color), background.color) >= 4.5 &&
        (isEmpty(visible) || !hasOthersBeside(element, visible, background.base))
      )
    })
  }

  const range = document.createRange()
  const textsOf = (element: Element): DOMRect[] => {
    if (element.matches('input, select, textarea')) return [rectOf(element)]
    const nodes = [...element.childNodes].filter(
      (node) => node.nodeType === 3 && node.nodeValue?.trim(),
    )
    return nodes.flatMap((node) => {
      range.selectNode(node)
      return Array.from(range.getClientRects())
    })
  }
  const isClippedAway = (element: Element | null): boolean =>
    element !== null && (layerOf(element).isClippedAway || isClippedAway(element.parentElement))

  /** Axe skips elements that are disabled or hidden from screen readers. */
  const leftOut = '[aria-hidden="true"], :disabled, [aria-disabled="true"], [inert]'
  const isDoubtful = (element: Element): boolean => {
    const texts = textsOf(element).filter((text) => !isEmpty(text))
    return (
      texts.length > 0 &&
      isShown(element) &&
      !element.closest(leftOut) &&
      !isClippedAway(element) &&
      !isPlainlyLegible(element, texts)
    )
  }
  return [part, ...part.querySelectorAll('*')].filter(isDoubtful)
}

/**
 * The targets of this part that may be too small: those below 24 px with another target nearby, and those
 * that another target covers.
 */
export function findDoubtfulTargets(part: Element): Element[] {
  const selector =
    'a[href], area, button, input, select, textarea, summary, iframe, audio, video, [contenteditable], [role][tabindex]'
  // Roles of containers, which axe does not count as targets.
  const around =
    /^(alertdialog|dialog|grid|list|listbox|menu|menubar|radiogroup|region|tablist|toolbar|tree)$/
  const isShown = (element: Element) =>
    !around.test(element.getAttribute('role') ?? '') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"]')
  const targets = [...document.querySelectorAll(selector)]
    .filter(isShown)
    .map((element) => ({ element, rect: element.getBoundingClientRect() }))
  const isAtLeast = ({ width, height }: DOMRect, size: number) => width >= size && height >= size
  /** The space that other targets must leave free: the box, or 48 px around the middle of a small one. */
  const spaceOf = (rect: DOMRect): DOMRect => {
    if (isAtLeast(rect, 24)) return rect
    return new DOMRect(rect.x + rect.width / 2 - 24, rect.y + rect.height / 2 - 24, 48, 48)
  }
  /** Whether nothing covers the 24 px in the middle of the target. */
  const isOnTop = ({ element, rect }: (typeof targets)[number]): boolean =>
    [-11, 0, 11].every((x) =>
      [-11, 0, 11].every((y) => {
        const [left, top] = [rect.x + rect.width / 2 + x, rect.y + rect.height / 2 + y]
        const hit = document.elementFromPoint(left, top)
        return hit !== null && (hit === element || hit.closest(selector) === element)
      }),
    )
  const isDoubtful = (target: (typeof targets)[number]): boolean => {
    const { element, rect } = target
    // Axe ignores the neighbours of targets that are ten times the minimum size.
    if (!part.contains(element) || isAtLeast(rect, 240)) return false
    const space = spaceOf(rect)
    const hasNeighbour = targets.some(
      (other) =>
        other.element !== element &&
        !other.element.contains(element) &&
        other.rect.left < space.right &&
        other.rect.right > space.left &&
        other.rect.top < space.bottom &&
        other.rect.bottom > space.top,
    )
    return hasNeighbour && !(isAtLeast(rect, 24) && isOnTop(target))
  }
  return targets.filter(isDoubtful).map(({ element }) => element)
}
