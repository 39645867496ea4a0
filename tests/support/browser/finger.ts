import type { Locator, Page } from '@playwright/test'

export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not visible.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags by touch to just above the middle of `to`; `beforeDrop` runs while the finger is still down. */
export async function dragByFinger(
  page: Page,
  target: Locator,
  to: Locator,
  beforeDrop: () => Promise<void>,
): Promise<void> {
  const from = await middleOf(target)
  const { y: end } = await middleOf(to)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    })
  await touch('touchStart', from.y)
  for (const y of [from.y + 10, (from.y + end) / 2, end - 10]) await touch('touchMove', y)
  await beforeDrop()
  await touch('touchEnd')
}
