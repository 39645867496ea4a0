import type { Grant } from './read-schema.ts'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

export const commentOn = (what: string, comment: string | null) =>
  comment === null ? [] : [`comment on ${what} is\n  ${literal(comment)};`]

const WITH_OPTION = ' with grant option'

/** One statement for each list of grantees that share their privileges. */
export function grantStatements(target: string, grants: readonly Grant[]): string[] {
  const byGrantee = Map.groupBy(grants, ([grantee]) => grantee)
  const lists = [...byGrantee].map(([grantee, pairs]) => ({
    grantee,
    privileges: pairs.map(([, privilege]) => privilege),
  }))
  const byPrivileges = Map.groupBy(lists, ({ privileges }) => privileges.join(', '))
  return [...byPrivileges].map(([privileges, sharing]) => {
    const grantees = sharing.map(({ grantee }) => grantee).join(', ')
    const option = privileges.endsWith(WITH_OPTION) ? WITH_OPTION : ''
    return `grant ${privileges.replaceAll(WITH_OPTION, '')} on ${target} to ${grantees}${option};`
  })
}
