export type ToastKind = 'info' | 'success' | 'error'

export type Toast = {
  title: string
  message?: string
  kind?: ToastKind
}

type Deliver = (toast: Toast) => void

let deliver: Deliver | undefined
const waiting: Toast[] = []

/** Shows a short notice. The toaster loads after the first paint; what comes earlier waits for it. */
export function showToast(toast: Toast): void {
  if (deliver) deliver(toast)
  else waiting.push(toast)
}

export function deliverToasts(to: Deliver): () => void {
  deliver = to
  for (const toast of waiting.splice(0)) to(toast)
  return () => {
    deliver = undefined
  }
}

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}
