// The valid, invalid and unusual words that random requests are made of.

export const OPERATORS =
  'eq neq gt gte lt lte like ilike is in not.eq not.in not.is not.like'.split(' ')
export const STRANGE =
  'fts cs cd ov match isdistinct eq(any) like(all) nonsense not not.not.eq'.split(' ')
export const FUNCTIONS =
  'save_script delete_script search_scripts search_conversations list_users approve_user start_conversation add_message delete_conversation nothing version pg_sleep pg_read_file set_config'.split(
    ' ',
  )
export const VALUES = [
  '1',
  '0',
  '-1',
  '101',
  '2147483648',
  '1e999',
  'NaN',
  'true',
  'null',
  'x',
  '',
  '*',
  '%25',
  '%00',
  '%ff',
  '%c3%28',
  '%zz',
  '%',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '(1,2)',
  '()',
  '("a","b")',
  '(1,2',
  '{1,2}',
  '"',
  '"a',
  '\\',
  "'",
  "');drop table people;--",
  '1;select 1',
  '$1',
  '/*',
  '--',
  '2026-01-01T00:00:00Z',
  'infinity',
  'now',
  'a'.repeat(300),
  '%0a',
  '__proto__',
  'constructor',
]
export const FITTING: Readonly<Record<string, readonly string[]>> = {
  integer: ['1', '2', '3', '101', '103', '-5'],
  boolean: ['true', 'false'],
  date: ['2026-11-01'],
  jsonb: ['"x"', '{"value":"x"}', 'null'],
  'timestamp with time zone': ['2026-01-01T00:00:00Z', '1815-12-10', 'now'],
}
export const ARGUMENTS = [
  { name: 'title', type: 'text' },
  { name: 'content', type: 'text' },
  { name: 'script_id', type: 'uuid' },
  { name: 'conversation_id', type: 'uuid' },
  { name: 'user_id', type: 'uuid' },
  { name: 'query', type: 'text' },
  { name: 'prompt', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'max_results', type: 'integer' },
]
export const JSON_VALUES = [
  '1',
  'null',
  'true',
  '"x"',
  '""',
  '{}',
  '[]',
  '[1,2]',
  '{"value":"x"}',
  '1e400',
  '"\\u0000"',
  '"\\ud800"',
  '99999999999999999999',
  '-0',
  `"${'a'.repeat(250)}"`,
  `${'['.repeat(200)}${']'.repeat(200)}`,
  '"\');drop table people;--"',
]
export const METHODS = 'GET GET GET GET HEAD POST POST PATCH PATCH DELETE'.split(' ')
export const OTHERS = ['PUT', 'OPTIONS', 'PROPFIND', 'MERGE']
export const PREFERENCES =
  'return=minimal return=representation return=representation count=exact count=exact resolution=merge-duplicates resolution=ignore-duplicates missing=default nonsense = ,'.split(
    ' ',
  )
export const REFUSED =
  'return=headers-only count=planned handling=strict tx=rollback max-affected=1 timezone=UTC'.split(
    ' ',
  )
export const ACCEPTS = [
  '*/*',
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'application/vnd.pgrst.plan+json',
  'text/csv',
  'nonsense',
  ';',
  ',',
  'application/json;q=0',
]
export const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/csv',
  'text/plain',
  ';',
  'x',
]
export const RANGES = [
  '0-1',
  '1-',
  '-1',
  '5-2',
  '0-0',
  'items=0-1',
  'bytes=0-1',
  '999999999999-',
  'x',
  '0-1,3-4',
]
export const NOISE = '()[]{}"\'\\,.:;!*$%&=+-_<>|~^`@#/?aZ09 é\u0000\n'
