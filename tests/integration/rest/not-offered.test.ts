import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture } from '../../support/rest/fixture.ts'

// PostgREST features that are not supported, beyond those that docs/data-api.md lists (compatibility/documented.test.ts).

const fixture = forFile(restFixture)

const OPERATORS = 'plfts phfts wfts fts(english) not.fts cd ov sr nxl sl nxr adj imatch isdistinct'

test.each(OPERATORS.split(' '))(
  'the operator %s is refused by name, in a group too',
  async (operator) => {
    for (const query of [`title=${operator}.x`, `or=(title.${operator}.x,id.is.null)`]) {
      const response = await fixture.call(`/scripts?${query}`, { as: fixture.anna })
      const name = operator.replace(/^not\./, '').replace(/\(.*/, '')
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PGRST127', details: expect.stringContaining(`'${name}'`) as string },
      ])
    }
  },
)

test('an unknown preference is ignored, unless the client is strict', async () => {
  const status = async (prefer: string) => {
    const response = await fixture.call('/scripts', { as: fixture.anna, headers: { prefer } })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await status('colour=red')).toEqual([200, undefined])
  expect(await status('handling=strict, colour=red')).toEqual([400, 'PGRST122'])
})
