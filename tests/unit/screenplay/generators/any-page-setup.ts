import * as fc from 'fast-check'
import { anyScript } from './any-script.ts'

const SETUPS = [
  'multi-camera',
  'a4; dialogue spacing 1.5 before 6; character before 18; parenthetical before 12',
  'action first 0.5 spacing 2; dialogue left 2 right 5 first -0.3; no sentence breaks',
  'scene heading before 36 new-page yes style plain; action style italic+capitals align right',
  'paper 6 x 5; margins top 1.5 bottom 1.5; lyrics spacing 2; transition left 1 align left',
  'no continueds; leading tight; action left 3 right 4',
] as const

/** A script with page settings of its own. */
export const anySetupScript = fc
  .tuple(fc.constantFrom(...SETUPS), anyScript)
  .map(([setup, script]) => `Page Setup: ${setup}\n\n${script}`)

/** A multi-camera script of some length. */
export const inMultiCamera = (script: string) => `Page Setup: multi-camera\n${script}`
