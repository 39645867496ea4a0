/** A ref that focuses a control when it appears; not on phones, where a keyboard would cover the page. */
export function focusOnMount(control: HTMLElement | null): void {
  if (!window.matchMedia('(pointer: coarse)').matches) control?.focus()
}
