import { Hono } from 'hono'
import {
  type GenerateScriptAnswer,
  generateScriptRequest,
  jobRequest,
  type ShowBranchAnswer,
  showBranchRequest,
} from '../../contract/generation.ts'
import { type ReadScriptAnswer, readScriptRequest } from '../../contract/reading.ts'
import { CallerGuard, type NodeEnvironment } from '../database/caller.ts'
import { notesAsPdf } from './notes-pdf.ts'
import { authorship } from './authorship/authorship.ts'
import { type FunctionsOptions, parseBody } from './call.ts'
import { exportScript } from './export-script.ts'
import { failures, withRefusals } from './failures.ts'
import { adminModels } from './models/admin-models.ts'
import { ownDataRoutes } from './own-data/own-data.ts'
import { streamGeneration } from './stream-generation.ts'

const POST_ONLY = [
  'generate-script',
  'check-generation-status',
  'cancel-generation',
  'show-branch',
  'read-script',
  'export-script',
  'download-data',
  'delete-account',
  'admin-models',
]

/** The server functions as supabase-js invokes them, mounted at /functions/v1. */
export function functionRoutes(options: FunctionsOptions): Hono<NodeEnvironment> {
  const { identify, anonKey, ...services } = options
  const { notSignedIn } = failures
  const guard = new CallerGuard(anonKey, identify, {
    ...failures,
    noToken: notSignedIn,
    badToken: notSignedIn,
    expiredToken: notSignedIn,
  })
  const functions = { ...services, guard }
  const { jobs, readings } = services
  const app = new Hono<NodeEnvironment>()

  app.post('/generate-script', async (c) => {
    const identity = await guard.admit(c)
    const request = await parseBody(c, generateScriptRequest)
    const accepted = await withRefusals(
      jobs.request(identity, {
        prompt: request.prompt,
        currentScript: request.currentScript ?? '',
        scriptId: request.scriptId ?? null,
        revision: request.revision ?? null,
        conversationId: request.conversationId ?? null,
        message: request.message ?? null,
        continues: request.continues ?? null,
        target: request.target ?? null,
        mode: request.mode ?? 'change',
        as: request.as ?? null,
        alternatives: request.alternatives ?? null,
        model: request.model ?? null,
        second: request.second ?? null,
        idempotencyKey: request.idempotencyKey ?? null,
      }),
    )
    return c.json({ success: true, ...accepted } satisfies GenerateScriptAnswer)
  })

  app.post('/check-generation-status', async (c) => {
    const identity = await guard.admit(c)
    const { jobId } = await parseBody(c, jobRequest)
    const status = await withRefusals(jobs.status(identity, jobId))
    if (!status) throw failures.unknownJob()
    return c.json(status)
  })

  app.post('/cancel-generation', async (c) => {
    const identity = await guard.admit(c)
    const { jobId } = await parseBody(c, jobRequest)
    return c.json({ status: await withRefusals(jobs.cancel(identity, jobId)) })
  })

  app.post('/show-branch', async (c) => {
    const identity = await guard.admit(c)
    const request = await parseBody(c, showBranchRequest)
    const keptLines = await withRefusals(jobs.showBranch(identity, request))
    return c.json({ success: true, keptLines } satisfies ShowBranchAnswer)
  })

  app.post('/read-script', async (c) => {
    const identity = await guard.admit(c)
    const { estimate, ...asked } = await parseBody(c, readScriptRequest)
    const request = {
      ...asked,
      scenes: asked.scenes ?? null,
      target: asked.target ?? null,
      textHash: asked.textHash ?? null,
      again: asked.again ?? false,
      model: asked.model ?? null,
      idempotencyKey: asked.idempotencyKey ?? null,
    }
    const answer = await withRefusals(
      estimate ? readings.estimate(identity, request) : readings.request(identity, request),
    )
    return c.json({ success: true, ...answer } satisfies ReadScriptAnswer)
  })

  app.post('/export-script', (c) => exportScript(c, functions))
  app.post('/admin-models', (c) => adminModels(c, functions))
  ownDataRoutes(app, functions)
  app.get('/stream-generation', (c) => streamGeneration(c, functions))
  app.get('/authorship', (c) => authorship(c, functions))
  app.get('/notes-pdf', (c) => notesAsPdf(c, functions))

  for (const name of ['stream-generation', 'authorship', 'notes-pdf']) {
    app.all(`/${name}`, () => {
      throw failures.method('GET')
    })
  }
  for (const name of POST_ONLY) {
    app.all(`/${name}`, () => {
      throw failures.method('POST')
    })
  }
  app.all('*', () => {
    throw failures.unknownFunction()
  })
  return app
}
