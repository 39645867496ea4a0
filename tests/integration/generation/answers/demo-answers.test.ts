import { expect, test } from 'vitest'
import { answersOf, chatAbout, workingText } from './answer-fixture.ts'
import { accepted, ended, generationFixture } from '../generation-fixture.ts'

const SCRIPT = 'INT. KITCHEN - DAY\n\nANNA\nHere.\n\nEXT. GARDEN - DAY\n\nNo cat.\n'

test('the demo claims no examples, since it looks at none', async () => {
  const fixture = await generationFixture({})
  const anna = await fixture.person('anna', { learningLoop: true })
  const example = { user_id: anna.id, content: 'INT. TRAM - NIGHT' }
  await anna.client.from('golden_examples').insert(example)
  const jobId = await accepted(anna)
  await ended(anna, jobId)
  const { data } = await anna.client.from('generation_jobs').select('used_examples').eq('id', jobId)
  expect(data).toEqual([{ used_examples: [] }])
})

test('the demo fills a script, revises it, stays within a target and answers a question', async () => {
  const fixture = await generationFixture({})
  const anna = await fixture.person('anna')
  const asked = async (currentScript: string, prompt: string, more = {}) => {
    const chat = await chatAbout(anna, currentScript)
    const conversationId = chat.id
    const jobId = await accepted(anna, { conversationId, prompt, currentScript, ...more })
    const { script, withheld } = await ended(anna, jobId)
    expect(script ?? currentScript).toBe((await workingText(anna, chat)) ?? '')
    return { script, withheld, message: (await answersOf(anna, chat)).at(-1) }
  }
  const start = SCRIPT.indexOf('No cat.')
  const target = { start, end: start + 'No cat.'.length }
  const [filled, revised, within, question] = await Promise.all([
    asked('', 'A heist on the last tram'),
    asked(SCRIPT, 'Remove the first scene'),
    asked(SCRIPT, 'Continue', { target }),
    asked(SCRIPT, 'Who speaks most?', { mode: 'ask' }),
  ])
  expect(filled).toMatchObject({ script: filled.message?.content, withheld: null })
  expect(revised).toMatchObject({
    script: 'EXT. GARDEN - DAY\n\nNo cat.\n',
    message: { changes: { edits: [{ kind: 'deleted', id: 1, applied: true }] } },
  })
  expect(within.script).toMatch(
    /^INT\. KITCHEN - DAY\n\nANNA\nHere\.\n\nEXT\. GARDEN - DAY\n\nNo cat\.\n\n.+/s,
  )
  expect(question).toMatchObject({ script: null, withheld: 'question' })
  expect(question.message?.content).toContain('Only ANNA (1 speech) speaks.')
})
