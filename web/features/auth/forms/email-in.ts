/** What was typed so far, to be carried over to the next form. */
export function emailIn(form: HTMLFormElement | null): string {
  const typed = form ? new FormData(form).get('email') : ''
  return typeof typed === 'string' ? typed : ''
}
