import { beforeAll, expect, test } from 'vitest'
import type { Identity } from '../../../server/database/request-transaction.ts'
import { attempt } from '../../support/attempt.ts'
import { anonymous, createAdmin, createPerson, withSecondFactor } from '../../support/people.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

/** Functions for admins: refused to everybody else, whatever the arguments. */
const forAdmins = [
  'private.add_model',
  'private.admin_models',
  'private.change_user',
  'private.delete_connection',
  'private.keep_listed_models',
  'private.offer_model',
  'private.record_model_test',
  'private.remove_model',
  'private.rename_model',
  'private.require_admin',
  'private.save_connection',
  'private.set_default_model',
  'public.admin_model_prices',
  'public.admin_usage',
  'public.admin_usage_per_day',
  'public.approve_user',
  'public.approve_users',
  'public.change_notice',
  'public.change_role',
  'public.create_notice',
  'public.delete_notice',
  'public.delete_user',
  'public.end_notice',
  'public.end_user_sessions',
  'public.export_users',
  'public.generations_per_day',
  'public.grant_learning_loop',
  'public.invite',
  'public.list_administrators',
  'public.list_invitations',
  'public.list_notices',
  'public.list_users',
  'public.monthly_limit_setting',
  'public.price_currency',
  'public.remove_user_factors',
  'public.resend_invitation',
  'public.restrict_user',
  'public.revoke_invitation',
  'public.revoke_learning_loop',
  'public.send_password_reset',
  'public.set_default_monthly_limit',
  'public.set_model_prices',
  'public.set_monthly_limit',
]

/** Functions that concern only the caller or reveal nothing about others; tested with their features. */
const forOthers = [
  'private.answer_as',
  'private.answer_to_use',
  'private.are_names',
  'private.authorship_head',
  'private.authorship_state',
  'private.cancel_generation',
  'private.cancel_generations',
  'private.check_title',
  'private.could_read',
  'private.has_learning_loop',
  'private.is_admin',
  'private.is_approved',
  'private.is_name',
  'private.is_title',
  'private.keep_authorship_state',
  'private.mark_of',
  'private.new_id',
  'private.next_versions',
  'private.not_found',
  'private.own_pieces',
  'private.place_in_queue',
  'private.plan_branch',
  'private.preview_of',
  'private.request_generation',
  'private.request_reading',
  'private.request_second',
  'private.require_approved',
  'private.require_few',
  'private.show_branch',
  'private.stop_reading',
  'private.text_at',
  'private.text_of',
  'private.text_to_read',
  'private.this_month',
  'private.title_of',
  'private.trimmed',
  'private.without_turns',
  'private.words_of',
  'public.accept_proposals',
  'public.add_attachment',
  'public.add_message',
  'public.attachment_text',
  'public.add_note',
  'public.branches_of',
  'public.choose_model',
  'public.delete_conversation',
  'public.delete_script',
  'public.delete_scripts',
  'public.delete_unsaved_text',
  'public.dismiss_notice',
  'public.draft_text',
  'public.draft_texts',
  'public.duplicate_script',
  'public.end_session',
  'public.find_note',
  'public.generation_allowance',
  'public.import_bible',
  'public.keep_draft',
  'public.list_examples',
  'public.list_sessions',
  'public.my_models',
  'public.name_version',
  'public.note_typed_words',
  'public.notes_of',
  'public.notices_now',
  'public.open_text',
  'public.reject_proposals',
  'public.rename_script',
  'public.restore_version',
  'public.restore_version_for',
  'public.review_changes',
  'public.save_script',
  'public.script_history',
  'public.search_conversations',
  'public.search_scripts',
  'public.set_writing_goal',
  'public.start_conversation',
  'public.unsaved_texts',
  'public.use_answer',
  'public.use_answer_for',
  'public.version_text',
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
    `select format('%I.%I', nspname, proname) as name,
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
  expect([...names]).toEqual([...forAdmins, ...forOthers].toSorted())
})

test.each(forAdmins)('%s is for admins only', async (name) => {
  const nulls = callables.find((callable) => callable.name === name)?.nulls
  const call = `select ${name}(${given[name] ?? nulls})`
  for (const [who, identity] of Object.entries(others)) {
    const { refusal } = await attempt(database.pool, identity, call)
    expect([who, refusal]).toEqual([who, '42501'])
  }
  expect((await attempt(database.pool, admin, call)).refusal).not.toBe('42501')
})
