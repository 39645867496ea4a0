import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

/** A user's row in a table: how to find it, and valid values for a new one. */
export type Planted = { where: string; key: string[]; fresh: Record<string, unknown> }
export type PlantedRows = Record<string, Planted>

const byId = (id: string) => ({ where: 'id = $1', key: [id] })

/** Inserts a row for the user in every table, as database owner, and spare parent rows for new ones. */
export async function plantRows(pool: Pool, person: string): Promise<PlantedRows> {
  const insert = async (table: string, values: Record<string, unknown>): Promise<string> => {
    const columns = Object.keys(values)
    const { rows } = await pool.query<{ id: string }>(
      `insert into public.${table} (${columns.map((column) => `"${column}"`).join()}) values (${columns.map((_, n) => `$${n + 1}`).join()}) returning id`,
      Object.values(values),
    )
    return rows[0]?.id ?? ''
  }
  const user_id = person
  const script = await insert('scripts', { user_id, title: 'Planted', content: '"text"' })
  const spareScript = await insert('scripts', { user_id, title: 'Spare', content: '"text"' })
  // Measured: of its length all is known, or nothing.
  const saved = await insert('saved_scripts', {
    user_id,
    script_id: script,
    pages: 1,
    scenes: 1,
    measured_at: '2001-01-01',
  })
  const tag = await insert('tags', { user_id, name: 'Planted' })
  const tagged = await insert('script_tags', { user_id, script_id: script, tag_id: tag })
  const prompt = await insert('prompts', { user_id, name: 'Planted', text: 'Shorter, please.' })
  const conversation = await insert('chat_conversations', {
    user_id,
    script_id: script,
    title: 'Talk',
  })
  const job = await insert('generation_jobs', {
    user_id,
    conversation_id: conversation,
    prompt: 'Go',
  })
  const message = { user_id, conversation_id: conversation, type: 'ai', content: 'FADE IN' }
  const answered = await insert('chat_messages', message)
  const spareAnswer = await insert('chat_messages', message)
  const example = await insert('golden_examples', {
    user_id,
    message_id: answered,
    content: 'Good',
  })
  const { rows: works } = await pool.query<{ work_id: string }>(
    'select work_id from public.scripts where id = $1',
    [script],
  )
  const work_id = works[0]?.work_id ?? ''
  const file = { user_id, work_id, kind: 'text', text_hash: '', characters: 7 }
  const attachment = await insert('attachments', { ...file, name: 'Planted.txt' })
  await pool.query(
    `with piece as (
       insert into private.attachment_pieces (draft_id, user_id, hash, text)
       select id, user_id, '', 'Planted' from public.script_drafts where user_id = $1 and work_id = $2
       returning id, draft_id
     )
     insert into private.attachment_texts (attachment_id, draft_id, pieces)
     select $3, draft_id, array[id] from piece`,
    [person, work_id, attachment],
  )
  const entry = await insert('story_entries', { user_id, work_id, kind: 'rule', name: 'Planted' })
  const proposal = await insert('story_proposals', {
    user_id,
    work_id,
    kind: 'rule',
    name: 'Planted',
    body: 'Text',
    sources: '[{"scene": "INT.", "quote": "FADE"}]',
  })
  const reading = await insert('readings', { id: job, user_id, work_id, reader: 'bible', parts: 1 })
  const note = await insert('script_notes', {
    user_id,
    work_id,
    author: 'writer',
    start: 0,
    end: 4,
    quote: 'FADE',
    body: 'Text',
  })
  // Inserting the script made its draft and its first version.
  const idOf = async (table: string) =>
    (
      await pool.query<{ id: string }>(`select id from public.${table} where script_id = $1`, [
        script,
      ])
    ).rows[0]?.id ?? ''
  const draft = await idOf('script_drafts')
  const version = await idOf('script_versions')
  const { rows: texts } = await pool.query<{ work_id: string }>(
    'select work_id from public.script_drafts where id = $1',
    [draft],
  )
  const reviewed = { user_id, work_id: texts[0]?.work_id, answer_version: version }
  const review = await insert('answer_reviews', reviewed)
  const invited = { email: `${randomUUID()}@example.com`, expires_at: '2100-01-01' }
  const invitation = await insert('invitations', { ...invited, invited_by: person })
  const notice = await insert('notices', { body: 'Planted', created_by: person })
  await pool.query('insert into private.notice_dismissals (notice_id, user_id) values ($1, $2)', [
    notice,
    person,
  ])
  const logged = await insert('audit_log', { user_id, action: 'approved' })
  await pool.query('insert into public.api_usage (user_id, monthly_generations) values ($1, 5)', [
    person,
  ])
  const goal = { user_id, unit: 'words', amount: 500, day: '2026-11-20' }
  await pool.query(
    'insert into public.writing_goals (user_id, unit, amount, day) values ($1, $2, $3, $4)',
    Object.values(goal),
  )
  return {
    profiles: { ...byId(person), fresh: { id: randomUUID(), email: 'new@example.com' } },
    scripts: {
      ...byId(script),
      fresh: {
        user_id,
        title: 'New',
        content: '"new"',
        created_at: '2000-01-01',
        updated_at: '2000-01-01',
      },
    },
    saved_scripts: {
      ...byId(saved),
      fresh: { user_id, script_id: spareScript, saved_at: '2000-01-01' },
    },
    tags: { ...byId(tag), fresh: { user_id, name: 'New' } },
    script_tags: { ...byId(tagged), fresh: { user_id, script_id: spareScript, tag_id: tag } },
    prompts: { ...byId(prompt), fresh: { user_id, name: 'New', text: 'Longer, please.' } },
    attachments: { ...byId(attachment), fresh: { ...file, name: 'New.txt' } },
    story_entries: { ...byId(entry), fresh: { user_id, work_id, kind: 'rule', name: 'New' } },
    story_proposals: {
      ...byId(proposal),
      fresh: { user_id, work_id, kind: 'rule', name: 'New', body: 'Text', sources: '[]' },
    },
    readings: { ...byId(reading), fresh: { id: job, user_id, work_id, reader: 'bible', parts: 1 } },
    script_notes: {
      ...byId(note),
      fresh: { user_id, work_id, author: 'writer', start: 0, end: 4, quote: 'FADE', body: 'New' },
    },
    writing_goals: { where: 'user_id = $1', key: [person], fresh: goal },
    chat_conversations: {
      ...byId(conversation),
      fresh: { user_id, script_id: script, title: 'New' },
    },
    chat_messages: {
      ...byId(answered),
      fresh: { conversation_id: conversation, type: 'user', content: 'Hello' },
    },
    golden_examples: {
      ...byId(example),
      fresh: { user_id, message_id: spareAnswer, content: 'Good', topic: 'Script Writing' },
    },
    api_usage: { where: 'user_id = $1', key: [person], fresh: { user_id, monthly_generations: 0 } },
    generation_jobs: { ...byId(job), fresh: { user_id, prompt: 'Go' } },
    script_drafts: { ...byId(draft), fresh: { user_id, work_id: randomUUID() } },
    script_versions: {
      ...byId(version),
      fresh: {
        user_id,
        work_id: randomUUID(),
        number: 1,
        origin: 'typed',
        text_hash: '',
        chain_hash: '',
      },
    },
    answer_reviews: { ...byId(review), fresh: reviewed },
    invitations: { ...byId(invitation), fresh: invited },
    notices: { ...byId(notice), fresh: { body: 'New' } },
    audit_log: { ...byId(logged), fresh: { user_id, action: 'approved' } },
  }
}
