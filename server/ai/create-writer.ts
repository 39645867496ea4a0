import type { Logger } from 'pino'
import { createDemoWriter, type DemoAnswer } from './demo-writer.ts'
import type { ModelSettings } from './provider/open-model.ts'
import { createThreadedWriter } from './thread/threaded-writer.ts'
import { type Writer, type WritingLimits, writingLimits } from './writer.ts'

type WriterSettings = Omit<ModelSettings, 'provider'> & {
  provider: ModelSettings['provider'] | 'demo'
  outputTokens?: number | undefined
}

export function createWriter(
  { provider, outputTokens, ...settings }: WriterSettings,
  log: Logger,
  limits: Partial<WritingLimits> = {},
  demoAnswer?: DemoAnswer,
): Writer {
  const all = { ...writingLimits, outputTokens, ...limits }
  if (provider === 'demo') return createDemoWriter(all.outputBytes, all.demoDuration, demoAnswer)
  return createThreadedWriter({ provider, ...settings }, log, all)
}
