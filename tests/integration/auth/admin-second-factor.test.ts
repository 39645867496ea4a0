import { expect, test } from 'vitest'
import { openFixture } from './account-fixture.ts'
import { forFile } from '../../support/for-file.ts'
import { withSecondFactor } from './mfa-fixture.ts'

const fixture = forFile(() => openFixture({ REQUIRE_ADMIN_MFA: 'true' }))

test('with REQUIRE_ADMIN_MFA an admin has no admin rights until a second factor is shown', async () => {
  const writer = await fixture.newPerson()
  const { client } = fixture.admin
  const attempts = async () => ({
    list: (await client.rpc('list_users')).error?.message,
    restrict: (await client.rpc('restrict_user', { user_id: writer.id })).error?.message,
    update: (
      await client.from('profiles').update({ approved: true }).eq('id', writer.id).select('id')
    ).data?.length,
    log: ((await client.from('audit_log').select('id')).data?.length ?? 0) > 0,
  })
  expect(await attempts()).toEqual({
    list: 'not_an_admin',
    restrict: 'not_an_admin',
    update: 0,
    log: false,
  })
  // Without a second factor they may still do what every approved person may.
  const own = await client.from('scripts').insert({ title: 'Mine', content: '' })
  expect(own.error).toBeNull()

  const { factorId } = await withSecondFactor(client)
  expect(await attempts()).toEqual({
    list: undefined,
    restrict: undefined,
    update: 1,
    log: true,
  })

  await client.auth.mfa.unenroll({ factorId })
  expect((await client.rpc('list_users')).error?.message).toBe('not_an_admin')
})

test('it asks nothing of writers, and the page is told of it', async () => {
  const { client } = await fixture.newPerson()
  expect((await client.from('scripts').select('id')).error).toBeNull()
  const config = await (await fetch(`${fixture.server.url}/config.json`)).json()
  expect(config).toMatchObject({ requireAdminMfa: true })
})
