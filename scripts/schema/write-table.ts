import type { ColumnObject, Grant, PolicyObject, TableObject } from './read-schema.ts'
import { bracketed, readable } from './readable-sql.ts'
import { commentOn, grantStatements } from './write-statements.ts'

function writeColumn({ name, type, isNotNull, identity, isGenerated, ...rest }: ColumnObject) {
  const expression = rest.default === null ? undefined : readable(rest.default)
  return [
    name,
    readable(type),
    isNotNull ? 'not null' : '',
    identity ? `generated ${identity} as identity` : '',
    expression && isGenerated ? `generated always as (${expression}) stored` : '',
    expression && !isGenerated ? `default ${expression}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function writeConstraint({ name, definition }: TableObject['constraints'][number]): string {
  const text = readable(definition)
  const line = `constraint ${name} ${text}`
  if (line.length <= 100) return line
  const condition = /^check \((.*)\)$/s.exec(text)?.[1]
  return `constraint ${name}\n    ${condition ? `check ${bracketed(condition, 4)}` : text}`
}

function writePolicy(table: string, policy: PolicyObject): string {
  const { name, command, isPermissive, roles, using, check } = policy
  const restrictive = isPermissive ? '' : ' as restrictive'
  return [
    `create policy ${name} on ${table}${restrictive}`,
    `for ${command} to ${roles.join(', ')}`,
    ...(using === null ? [] : [`using ${bracketed(readable(using), 2)}`]),
    ...(check === null ? [] : [`with check ${bracketed(readable(check), 2)}`]),
  ].join('\n  ')
}

/** Privileges on columns, one statement for each privilege and grantee. */
function columnGrants({ name, columns }: TableObject): string[] {
  const pairs = columns.flatMap((column) =>
    column.grants.map((grant) => ({ column: column.name, grant })),
  )
  const shared = Map.groupBy(pairs, ({ grant }) => grant.join(' '))
  return [...shared].flatMap(([, list]) => {
    const [grantee, privilege] = list[0]?.grant ?? (['', ''] satisfies Grant)
    const names = list.map(({ column }) => column).join(', ')
    return grantStatements(name, [[grantee, `${privilege} (${names})`]])
  })
}

/** A separate statement, since PostgreSQL 15 does not accept `storage` in a column definition. */
const keepPlain = (table: string, { name }: ColumnObject) =>
  `alter table ${table} alter column ${name} set storage external;`

export function writeTable(table: TableObject): string {
  const { name, columns, constraints, indexes, triggers, policies } = table
  const lines = [...columns.map(writeColumn), ...constraints.map(writeConstraint)]
  const paragraphs = [
    [
      `create ${table.isUnlogged ? 'unlogged ' : ''}table ${name} (\n  ${lines.join(',\n  ')}\n);`,
      ...commentOn(`table ${name}`, table.comment),
      ...columns.flatMap((column) => commentOn(`column ${name}.${column.name}`, column.comment)),
      ...columns.filter((column) => column.isUncompressed).map((column) => keepPlain(name, column)),
    ],
    indexes.map((index) => `${readable(index)};`),
    triggers.map((trigger) => `${readable(trigger).replace(/(?<= on \S+) /, '\n  ')};`),
    [
      ...(table.hasRowSecurity ? [`alter table ${name} enable row level security;`] : []),
      ...grantStatements(name, table.grants),
      ...columnGrants(table),
    ],
    ...policies.map((policy) => [`${writePolicy(name, policy)};`]),
  ]
  return paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.join('\n'))
    .join('\n\n')
}
