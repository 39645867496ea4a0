import { describe, expect, test } from 'vitest'
import { MOST } from '../../../contract/limits.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()

/** The constraints, functions and their words in which the database has the same number; null if it does not count this. */
const inDatabase: Record<keyof typeof MOST, readonly string[] | null> = {
  requestBytes: null,
  scriptRequestBytes: null,
  rowsRead: null,
  rowsChanged: null,
  scriptBytes: [
    'generation_jobs.result_is_at_most_1_mb',
    'private.set_text',
    'scripts.content_is_at_most_1_mb',
  ],
  scriptLines: ['private.check_parts'],
  scriptScenes: ['private.check_parts'],
  scriptPieces: ['private.set_text'],
  titleCharacters: ['scripts.title_is_one_line_of_1_to_200_characters'],
  labelCharacters: ['script_versions.label_is_one_line_of_1_to_200_characters'],
  stepsOfAChange: ['public.keep_draft'],
  splicesOfAStep: ['private.splice'],
  keptChanges: ['public.review_changes'],
  scriptsInAList: ['public.delete_scripts'],
  scripts: ['scripts.limit_of_a_writer'],
  tags: ['private.limit_tags'],
  tagCharacters: ['tags.a_tag_name_is_one_line_of_1_to_40_characters'],
  promptCharacters: [
    'generation_jobs.prompt_is_at_most_20000_characters',
    'prompts.a_saved_prompt_has_1_to_20000_characters',
  ],
  scopeCharacters: ['chat_messages.scope_is_one_line_of_1_to_200_characters'],
  examples: ['golden_examples.limit_of_a_writer'],
  savedPrompts: ['private.limit_prompts'],
  savedPromptNameCharacters: ['prompts.a_prompt_name_is_one_line_of_1_to_80_characters'],
  messageBytes: ['chat_messages.content_is_at_most_1_mb'],
  conversationMessages: ['private.require_room'],
  scriptConversations: ['private.limit_conversations'],
  conversations: ['chat_conversations.limit_of_a_writer'],
  attachments: ['public.add_attachment'],
  attachmentBytes: ['public.add_attachment'],
  attachmentNameCharacters: ['attachments.an_attachment_name_is_one_line_of_1_to_200_characters'],
  notes: ['private.check_count_of_notes', 'public.place_notes'],
  noteCharacters: ['script_notes.a_note_has_1_to_4000_characters', 'public.add_note'],
  quoteCharacters: ['script_notes.quote_has_1_to_2000_characters', 'public.add_note'],
  noteSearchCharacters: null,
  notesPrinted: null,
  notesPrintedCharacters: null,
  notesPrintedPages: null,
  entries: ['private.begin_bible', 'public.import_bible'],
  entryNameCharacters: [
    'story_entries.an_entry_name_is_one_line_of_1_to_100_characters',
    'generation_jobs.answer_as_is_a_name',
  ],
  entryCharacters: ['story_entries.an_entry_has_at_most_4000_characters'],
  entryAliases: ['story_entries.aliases_are_at_most_20_names'],
  proposals: ['private.store_proposals'],
  idsInAList: ['public.accept_proposals', 'public.reject_proposals'],
  callsOfAReading: ['generation_jobs.a_job_has_1_to_500_calls'],
  readingsPlanned: null,
  jobsAtOnce: ['private.claim_job'],
  documentsAtOnce: null,
  downloadsAtOnce: null,
  alternatives: null,
}

describe('a limit is the same in the database:', () => {
  const pairs = Object.entries(inDatabase).flatMap(([limit, names]) =>
    (names ?? []).map((name) => [limit as keyof typeof MOST, name] as const),
  )
  test.each(pairs)('%s in %s', async (limit, name) => {
    const { rows } = await pool.query<{ definition: string }>(
      `select prosrc as definition from pg_proc where pronamespace::regnamespace || '.' || proname = $1
       union all
       select pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace and conrelid::regclass || '.' || conname = $1
       union all
       select pg_get_triggerdef(oid) from pg_trigger where tgrelid::regclass || '.' || tgname = $1`,
      [name],
    )
    expect(rows).not.toEqual([])
    for (const { definition } of rows)
      expect(definition).toMatch(new RegExp(String.raw`\b${MOST[limit]}\b`))
  })
})
