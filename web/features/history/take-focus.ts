/** A ref for a button that appears in place of the one that had the focus. */
export function takeFocus(button: HTMLElement | null): void {
  button?.focus()
}
