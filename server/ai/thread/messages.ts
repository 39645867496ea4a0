import type { ModelSettings } from '../provider/open-model.ts'
import type { Prompt, WritingPart, WritingFailureCode, WritingLimits } from '../writer.ts'

/** How many unacknowledged characters the thread may send before it waits. */
export const WINDOW = 64 * 1024

export type ToThread =
  | {
      type: 'write'
      id: number
      writer: number
      settings: ModelSettings
      limits: WritingLimits
      prompt: Prompt
    }
  | { type: 'consumed'; id: number; characters: number }
  | { type: 'stop'; id: number }

export type FromThread =
  | { type: 'parts'; id: number; parts: WritingPart[] }
  | { type: 'end'; id: number }
  | { type: 'failure'; id: number; code: WritingFailureCode }
  | { type: 'unexpected'; id: number; message: string }
  | { type: 'warning'; writer: number; entry: object; message: string }
