import type { WritingFailureCode } from '../../ai/writing-failure.ts'
import type { TaskName } from './tasks.ts'

export type TextQuestion = { name: TaskName; input: unknown }

export type TextAnswer = { result: unknown } | { failure: WritingFailureCode } | { problem: string }
