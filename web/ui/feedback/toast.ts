import { Store } from '../../lib/store.ts'

export type ToastKind = 'info' | 'success' | 'error'

export type Toast = {
  title: string
  message?: string
  kind?: ToastKind
  /** Of an error that the specification shows as a toast: it stays one where it is shown in place too. */
  isSpecified?: boolean
  /** What can be done about it. */
  action?: { label: string; run: () => void }
}

type Toaster = { show: (toast: Toast) => void; takeBack: (title: string) => void }

let toaster: Toaster | undefined
const queue: Toast[] = []
/** Whether the toaster has to be loaded. */
export const toasterNeeded = new Store(false)

/** Shows a toast. The first one loads the toaster and is queued until then. */
export function showToast(toast: Toast): void {
  if (toaster) {
    toaster.show(toast)
    return
  }
  queue.push(toast)
  toasterNeeded.set(true)
}

/** Takes back toasts that are not true any more. */
export function takeBackToasts(title: string): void {
  toaster?.takeBack(title)
  queue.splice(0, queue.length, ...queue.filter((toast) => toast.title !== title))
}

export function deliverToasts(to: Toaster): () => void {
  toaster = to
  for (const toast of queue.splice(0)) to.show(toast)
  return () => {
    toaster = undefined
  }
}

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}
