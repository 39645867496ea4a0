import { randomUUID } from 'node:crypto'
import type { PlantedRows } from './rows.ts'

const LONG_AGO = '2000-01-01T00:00:00Z'

/** A valid value that differs from the present one. */
export function anotherValue(
  table: string,
  column: string,
  own: PlantedRows,
  strangerId: string,
): unknown {
  const particular: Record<string, unknown> = {
    'profiles.role': 'admin',
    'profiles.approved': false,
    'profiles.learning_loop_access': true,
    'profiles.monthly_limit': 7,
    'profiles.email': 'other@example.com',
    'scripts.content': '"changed"',
    'chat_messages.type': 'ai',
    'chat_messages.kind': 'stopped',
    'chat_messages.withheld': 'cut_off',
    'chat_messages.partly_applied': true,
    'chat_messages.changes': '{}',
    'golden_examples.topic': 'Other',
    'golden_examples.disabled': true,
    'golden_examples.message_id': own['golden_examples']?.fresh['message_id'],
    'generation_jobs.status': 'processing',
    'generation_jobs.month': '2000-01-01',
    'generation_jobs.leased_until': LONG_AGO,
    'generation_jobs.attempt': 7,
    'generation_jobs.tries': 2,
    'generation_jobs.input_tokens': 7,
    'generation_jobs.output_tokens': 7,
    'generation_jobs.cached_input_tokens': 7,
    'chat_messages.used_examples': [own['golden_examples']?.key[0]],
    'generation_jobs.used_examples': [own['golden_examples']?.key[0]],
    'script_drafts.revision': 7,
    'script_drafts.changes': '[]',
    'script_drafts.pending_origin': 'typed',
    'script_drafts.pending_since': LONG_AGO,
    'script_drafts.pending_until': LONG_AGO,
    'script_drafts.script_id': own['saved_scripts']?.fresh['script_id'],
    'script_versions.script_id': own['saved_scripts']?.fresh['script_id'],
    'script_versions.number': 7,
    'script_versions.origin': 'restore',
    'audit_log.action': 'restricted',
    'api_usage.monthly_generations': 0,
    'api_usage.month': '2000-01-01',
    'saved_scripts.script_id': own['saved_scripts']?.fresh['script_id'],
    'saved_scripts.pages': 7,
    'saved_scripts.scenes': 7,
    'tags.color': 'blue',
    'writing_goals.unit': 'pages',
    'writing_goals.amount': 7,
    'writing_goals.day': '2000-01-01',
    'writing_goals.typed': '{}',
    'script_tags.script_id': own['script_tags']?.fresh['script_id'],
    'script_tags.tag_id': own['tags']?.key[0],
    'chat_conversations.script_id': own['saved_scripts']?.fresh['script_id'],
    'chat_messages.conversation_id': own['chat_messages']?.fresh['conversation_id'],
    'chat_messages.parent_id': own['chat_messages']?.key[0],
    'chat_messages.shown': false,
    'generation_jobs.branches': true,
    'generation_jobs.target_start': 7,
    'generation_jobs.target_end': 7,
    'generation_jobs.alternatives': 3,
    'generation_jobs.context': '{}',
    'generation_jobs.conversation_id': null,
    'chat_messages.job_id': own['generation_jobs']?.key[0],
    'script_versions.job_id': own['generation_jobs']?.key[0],
    'answer_reviews.job_id': own['generation_jobs']?.key[0],
    'answer_reviews.kept': [7],
    'answer_reviews.alternatives': [own['script_versions']?.key[0]],
    'invitations.email': 'other@example.com',
    'notices.for_pending': true,
  }
  const name = `${table}.${column}`
  if (name in particular) return particular[name]
  if (column === 'user_id') return strangerId
  if (
    /^(id|actor_id|(?:invited|accepted|revoked|created)_by|creation_key|work_id|parent_id|leaf_id|version_id|before_version|answer_version|left_version|next_version)$/.test(
      column,
    )
  )
    return randomUUID()
  if (/_at$|^at$/.test(column)) return LONG_AGO
  return 'changed'
}
