import { type BrowserPerson, sql } from './people.ts'

/** Inserts a script into a person's collection, as saving does. */
export async function addScript(
  { id }: BrowserPerson,
  title: string,
  content: unknown = '',
): Promise<string> {
  const [script] = await sql<{ id: string }>(
    'insert into public.scripts (user_id, title, content) values ($1, $2, $3) returning id',
    [id, title, JSON.stringify(content)],
  )
  if (!script) throw new Error('The script was not added.')
  await sql('insert into public.saved_scripts (user_id, script_id) values ($1, $2)', [
    id,
    script.id,
  ])
  return script.id
}

/** Adds scripts to be listed, not opened: they have no working text. `Script 1` is the oldest and last. */
export async function addScripts({ id }: BrowserPerson, count: number): Promise<void> {
  // Without their first versions, which take longer to store than the scripts.
  await sql(
    `alter table public.scripts disable trigger keep_saved_text;
     with added as (
       insert into public.scripts (user_id, title, content)
       select '${id}', 'Script ' || n, to_jsonb('Scene ' || n) from generate_series(1, ${count}) as n
       returning id, user_id, updated_at
     )
     insert into public.saved_scripts (user_id, script_id)
     select user_id, id from added order by updated_at;
     alter table public.scripts enable trigger keep_saved_text`,
  )
}
