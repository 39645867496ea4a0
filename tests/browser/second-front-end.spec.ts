import type { createClient } from '@supabase/supabase-js'
import { createPerson } from '../support/browser/people.ts'
import { expect, test } from './fixtures.ts'

// A page of another origin, listed in ALLOWED_ORIGINS, with the official client.

test('a second front end signs in, writes, reads, calls functions and follows changes', async ({
  page,
  baseURL,
  request,
  consoleErrors,
}) => {
  const url = baseURL ?? ''
  const writer = await createPerson('second')
  const { anonKey } = (await (await request.get('/config.json')).json()) as { anonKey: string }
  await page.goto(process.env['SCRIPT_WRITER_SECOND_FRONT_END'] ?? '')
  expect(new URL(page.url()).origin).not.toBe(new URL(url).origin)
  const outcome = await page.evaluate(
    async ({ server, key, email, password }) => {
      const { supabase } = globalThis as unknown as {
        supabase: { createClient: typeof createClient }
      }
      const client = supabase.createClient(server, key)
      const signedIn = await client.auth.signInWithPassword({ email, password })
      const changed = Promise.withResolvers<unknown>()
      const followed = Promise.withResolvers<void>()
      client
        .channel('scripts')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'scripts' }, (change) =>
          changed.resolve(change.new['title']),
        )
        .subscribe((state: string) => void (state === 'SUBSCRIBED' && followed.resolve()))
      await followed.promise
      const row = { title: 'From afar', content: 'INT. ROOM - DAY' }
      const inserted = await client.from('scripts').insert(row).select('title').single()
      const counted = await client.from('scripts').select('id', { count: 'exact' })
      const called = await client.functions.invoke('check-generation-status', {
        body: { jobId: crypto.randomUUID() },
      })
      const response = (called as unknown as { response: Response }).response
      const requestId = response.headers.get('x-request-id')
      // The live change may arrive after the responses.
      const change = await changed.promise
      await client.removeAllChannels()
      return {
        signIn: signedIn.error,
        inserted: inserted.data as unknown,
        count: counted.count,
        called: response.status,
        hasRequestId: requestId !== null,
        change,
      }
    },
    { server: url, key: anonKey, email: writer.email, password: writer.password },
  )
  expect(outcome).toEqual({
    signIn: null,
    inserted: { title: 'From afar' },
    count: 1,
    called: 404,
    hasRequestId: true,
    change: 'From afar',
  })
  // Logged for the call about a job that does not exist.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')])
})
