import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { attempt } from '../../support/attempt.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import {
  anonymous,
  createAdmin,
  createPerson,
  type Person,
  withSecondFactor,
} from '../../support/people.ts'

let admin: Person
let others: Record<string, Pick<Person, 'identity'>>

const CONNECTION = randomUUID()
const NEW = randomUUID()

const model = "(select id from private.ai_models where model = 'small')"

/** Calls that succeed for an admin. */
const calls = {
  admin_models: 'select private.admin_models()',
  save_connection: `select private.save_connection('${NEW}', null, 'New', 'openai', null, null, false)`,
  keep_listed_models: `select private.keep_listed_models('${CONNECTION}', '{a,b}')`,
  add_model: `select private.add_model('${CONNECTION}', 'other')`,
  rename_model: "select private.rename_model($1, 'Other')",
  offer_model: 'select private.offer_model($1, true)',
  set_default_model: 'select private.set_default_model($1)',
  record_model_test: `select private.record_model_test('${CONNECTION}', 'small')`,
  remove_model: 'select private.remove_model($1)',
  delete_connection: `select private.delete_connection('${CONNECTION}')`,
}

const database = fileDatabase()

beforeAll(async () => {
  const { pool } = database
  admin = await createAdmin(pool)
  others = {
    anonymous: { identity: anonymous },
    writer: await createPerson(pool, 'writer'),
    restricted: await createPerson(pool, 'restricted', { approved: false }),
    'restricted admin': await createPerson(pool, 'former', { role: 'admin', approved: false }),
    'admin without the code': await withSecondFactor(
      pool,
      await createPerson(pool, 'weak', { role: 'admin' }),
      'aal1',
    ),
  }
  await pool.query(
    "insert into private.ai_connections (id, name, kind) values ($1, 'Ours', 'openai')",
    [CONNECTION],
  )
  await pool.query(
    "insert into private.ai_models (connection_id, model, label) values ($1, 'small', 'small')",
    [CONNECTION],
  )
})

const valuesOf = async (call: string) => {
  if (!call.includes('$1')) return []
  const { rows } = await database.pool.query<{ id: string }>(`select ${model} as id`)
  return [rows[0]?.id]
}

test.each(Object.entries(calls))('%s is for admins only', async (_name, call) => {
  const values = await valuesOf(call)
  for (const [name, { identity }] of Object.entries(others)) {
    const { refusal } = await attempt(database.pool, identity, call, values)
    expect([name, refusal]).toEqual([name, '42501'])
  }
  // `attempt` rolls the call back.
  const { refusal } = await attempt(database.pool, admin.identity, call, values)
  expect(refusal).toBeFalsy()
})

test('nobody reads or writes the tables, not even an admin', async () => {
  for (const table of ['ai_connections', 'ai_models', 'model_choices']) {
    for (const statement of ['select from', 'delete from', 'insert into']) {
      const text = `${statement} private.${table}${statement === 'insert into' ? ' default values' : ''}`
      const { refusal } = await attempt(database.pool, admin.identity, text, [])
      expect([text, refusal]).toEqual([text, '42501'])
    }
  }
})
