import { beforeAll, expect, test } from 'vitest'
import type { Identity } from '../../../server/database/request-transaction.ts'
import { attempt } from '../../support/attempt.ts'
import { anonymous, createAdmin, createPerson, withSecondFactor } from '../../support/people.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

/** Functions for admins: refused to everybody else, whatever the arguments. */
const forAdmins = [
  'private.add_model (definer)',
  'private.admin_models (definer)',
  'private.change_user',
  'private.delete_connection (definer)',
  'private.keep_listed_models (definer)',
  'private.offer_model (definer)',
  'private.record_model_test (definer)',
  'private.remove_model (definer)',
  'private.rename_model (definer)',
  'private.require_admin',
  'private.save_connection (definer)',
  'private.set_default_model (definer)',
  'public.admin_model_prices (definer)',
  'public.admin_usage (definer)',
  'public.admin_usage_per_day (definer)',
  'public.approve_user',
  'public.approve_users',
  'public.change_notice (definer)',
  'public.change_role (definer)',
  'public.create_notice (definer)',
  'public.delete_notice (definer)',
  'public.delete_user (definer)',
  'public.end_notice (definer)',
  'public.end_user_sessions (definer)',
  'public.export_users (definer)',
  'public.generations_per_day (definer)',
  'public.grant_learning_loop',
  'public.invite (definer)',
  'public.list_administrators (definer)',
  'public.list_invitations (definer)',
  'public.list_notices (definer)',
  'public.list_users',
  'public.monthly_limit_setting (definer)',
  'public.price_currency (definer)',
  'public.remove_user_factors (definer)',
  'public.resend_invitation (definer)',
  'public.restrict_user',
  'public.revoke_invitation (definer)',
  'public.revoke_learning_loop',
  'public.send_password_reset (definer)',
  'public.set_default_monthly_limit (definer)',
  'public.set_model_prices (definer)',
  'public.set_monthly_limit (definer)',
]

/** Functions that concern only the caller or reveal nothing about others; tested with their features. */
const forOthers = [
  'private.answer_as (definer)',
  'private.answer_to_use (definer)',
  'private.are_names',
  'private.authorship_head (definer)',
  'private.authorship_state (definer)',
  'private.cancel_generation (definer)',
  'private.cancel_generations (definer)',
  'private.check_title',
  'private.could_read',
  'private.has_learning_loop (definer)',
  'private.is_admin (definer)',
  'private.is_approved (definer)',
  'private.is_name',
  'private.is_title',
  'private.keep_authorship_state (definer)',
  'private.mark_of',
  'private.new_id',
  'private.next_versions (definer)',
  'private.not_found',
  'private.own_pieces (definer)',
  'private.place_in_queue (definer)',
  'private.plan_branch (definer)',
  'private.preview_of',
  'private.request_generation (definer)',
  'private.request_reading (definer)',
  'private.request_second (definer)',
  'private.require_approved',
  'private.require_few',
  'private.show_branch (definer)',
  'private.stop_reading (definer)',
  'private.text_at (definer)',
  'private.text_of',
  'private.text_to_read (definer)',
  'private.this_month',
  'private.title_of',
  'private.trimmed',
  'private.without_turns',
  'private.words_of',
  'public.accept_proposals (definer)',
  'public.add_attachment (definer)',
  'public.add_message',
  'public.attachment_text (definer)',
  'public.add_note (definer)',
  'public.branches_of (definer)',
  'public.choose_model (definer)',
  'public.delete_conversation (definer)',
  'public.delete_script',
  'public.delete_scripts',
  'public.delete_unsaved_text (definer)',
  'public.dismiss_notice (definer)',
  'public.draft_text (definer)',
  'public.draft_texts (definer)',
  'public.duplicate_script',
  'public.end_session (definer)',
  'public.generation_allowance (definer)',
  'public.import_bible',
  'public.keep_draft (definer)',
  'public.list_examples',
  'public.list_sessions (definer)',
  'public.my_models (definer)',
  'public.name_version (definer)',
  'public.note_typed_words (definer)',
  'public.notes_of (definer)',
  'public.notices_now (definer)',
  'public.open_text (definer)',
  'public.place_notes (definer)',
  'public.reject_proposals (definer)',
  'public.rename_script',
  'public.restore_version (definer)',
  'public.restore_version_for',
  'public.review_changes (definer)',
  'public.save_script',
  'public.script_history (definer)',
  'public.search_conversations (definer)',
  'public.search_scripts (definer)',
  'public.set_writing_goal (definer)',
  'public.start_conversation',
  'public.unsaved_texts (definer)',
  'public.use_answer (definer)',
  'public.use_answer_for',
  'public.version_text (definer)',
]

/** Arguments for functions that check them before the caller: change_role refuses an unknown role first. */
const given: Record<string, string> = { 'public.change_role': "null, 'admin'" }

type Callable = { name: string; nulls: string }

let callables: Callable[]
let admin: Identity
let others: Record<string, Identity>

const database = fileDatabase()

beforeAll(async () => {
  const { pool } = database
  admin = (await createAdmin(pool)).identity
  const weak = await createPerson(pool, 'weak', { role: 'admin' })
  others = {
    anonymous,
    pending: (await createPerson(pool, 'pending', { approved: false })).identity,
    writer: (await createPerson(pool, 'writer')).identity,
    learner: (await createPerson(pool, 'learner', { learningLoop: true })).identity,
    'restricted admin': (await createPerson(pool, 'former', { role: 'admin', approved: false }))
      .identity,
    'admin without the code': (await withSecondFactor(pool, weak, 'aal1')).identity,
  }
  const { rows } = await pool.query<Callable>(
    `select format('%I.%I', nspname, proname) || case when prosecdef then ' (definer)' else '' end as name,
       coalesce(
         (select string_agg('null::' || format_type(type, null), ', ') from unnest(proargtypes) as type), ''
       ) as nulls
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'private') and has_function_privilege('authenticated', pg_proc.oid, 'execute')
     order by 1`,
  )
  callables = rows
})

test('every function that signed-in people may call is in one of the lists', () => {
  const names = new Set(callables.map(({ name }) => name))
  expect([...names].toSorted()).toEqual([...forAdmins, ...forOthers].toSorted())
})

test.each(forAdmins)('%s is for admins only', async (name) => {
  const nulls = callables.find((callable) => callable.name === name)?.nulls
  const [plain = ''] = name.split(' ')
  const call = `select ${plain}(${given[plain] ?? nulls})`
  for (const [who, identity] of Object.entries(others)) {
    const { refusal } = await attempt(database.pool, identity, call)
    expect([who, refusal]).toEqual([who, '42501'])
  }
  expect((await attempt(database.pool, admin, call)).refusal).not.toBe('42501')
})
