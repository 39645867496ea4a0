import { Hono } from 'hono'
import {
  type GenerateScriptAnswer,
  generateScriptRequest,
  jobRequest,
} from '../../contract/generation.ts'
import { exportScript } from './export-script.ts'
import { asking, bodyOf, callerOf, type FunctionsOptions } from './call.ts'
import { failures } from './failures.ts'
import { streamGeneration } from './stream-generation.ts'

const POSTED = ['generate-script', 'check-generation-status', 'cancel-generation', 'export-script']

/** The server functions, in the way that supabase-js invokes them; mounted below /functions/v1. */
export function functionRoutes(options: FunctionsOptions): Hono {
  const { jobs } = options
  const app = new Hono()

  app.post('/generate-script', async (c) => {
    const identity = await callerOf(c, options)
    const wanted = await bodyOf(c, generateScriptRequest)
    const jobId = await asking(
      jobs.request(identity, {
        prompt: wanted.prompt,
        currentScript: wanted.currentScript ?? '',
        conversationId: wanted.conversationId ?? null,
        idempotencyKey: wanted.idempotencyKey ?? null,
      }),
    )
    return c.json({ success: true, jobId } satisfies GenerateScriptAnswer)
  })

  app.post('/check-generation-status', async (c) => {
    const identity = await callerOf(c, options)
    const { jobId } = await bodyOf(c, jobRequest)
    const status = await asking(jobs.status(identity, jobId))
    if (!status) throw failures.unknownJob()
    return c.json(status)
  })

  app.post('/cancel-generation', async (c) => {
    const identity = await callerOf(c, options)
    const { jobId } = await bodyOf(c, jobRequest)
    return c.json({ status: await asking(jobs.cancel(identity, jobId)) })
  })

  app.post('/export-script', (c) => exportScript(c, options))

  app.get('/stream-generation', (c) => streamGeneration(c, options))

  app.all('/stream-generation', () => {
    throw failures.method('GET')
  })
  for (const name of POSTED) {
    app.all(`/${name}`, () => {
      throw failures.method('POST')
    })
  }
  app.all('*', () => {
    throw failures.unknownFunction()
  })
  return app
}
