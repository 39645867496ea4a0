import { randomUUID } from 'node:crypto'
import type { PlantedRows } from './rows.ts'

const byType: Record<string, unknown> = {
  boolean: true,
  date: '2000-01-01',
  integer: 7,
  jsonb: '{}',
  text: 'changed',
  'text[]': ['Other'],
  'timestamp with time zone': '2000-01-01T00:00:00Z',
}

/** A valid value that differs from the present one. */
export function anotherValue(
  table: string,
  { column, type }: { column: string; type: string },
  own: PlantedRows,
  strangerId: string,
): unknown {
  // Of columns that nobody may set a value of the right type is enough.
  const particular: Record<string, unknown> = {
    'profiles.approved': false,
    'scripts.content': '"changed"',
    'golden_examples.message_id': own['golden_examples']?.fresh['message_id'],
    'saved_scripts.script_id': own['saved_scripts']?.fresh['script_id'],
    'tags.color': 'blue',
    'prompts.kind': 'reader',
    'story_entries.kind': 'place',
    'script_notes.state': 'done',
    'script_tags.script_id': own['script_tags']?.fresh['script_id'],
    'script_tags.tag_id': own['tags']?.key[0],
    'chat_conversations.script_id': own['saved_scripts']?.fresh['script_id'],
    'chat_messages.conversation_id': own['chat_messages']?.fresh['conversation_id'],
    'chat_messages.parent_id': own['chat_messages']?.key[0],
  }
  const name = `${table}.${column}`
  if (name in particular) return particular[name]
  if (column === 'user_id') return strangerId
  if (type in byType) return byType[type]
  return type.endsWith('[]') ? [] : type === 'uuid' ? randomUUID() : 1
}
