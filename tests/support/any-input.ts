import * as fc from 'fast-check'
import { type Repeated, runs } from './rounds.ts'

type Property<Input extends [unknown, ...unknown[]]> = [
  ...inputs: { [K in keyof Input]: fc.Arbitrary<Input[K]> },
  holds: (...input: Input) => void | Promise<void>,
]

/** What holds for any input, tried as often as `rounds.json` says. */
export const forAny =
  <Input extends [unknown, ...unknown[]]>(repeated: Repeated, ...property: Property<Input>) =>
  () =>
    fc.assert(
      fc.asyncProperty<Input>(...(property as Parameters<typeof fc.asyncProperty<Input>>)),
      runs(repeated),
    )
