import { expect as base } from '@playwright/test'

/** Looks every 100 ms: by default what is stored 1 s after the last key is noticed after 1.85 s. */
const poll: typeof base.poll = (read, options) =>
  base.poll(read, {
    intervals: [100],
    ...(typeof options === 'string' ? { message: options } : options),
  })

export const expect = new Proxy(base, {
  get: (target, name) => (name === 'poll' ? poll : Reflect.get(target, name)),
})
