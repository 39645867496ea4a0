import { expect, test } from 'vitest'
import { removeExpired } from '../../../server/auth/housekeeping.ts'
import { createPerson } from '../../support/people.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()

test('expired rows are removed, and nothing else', async () => {
  const { id } = await createPerson(pool, 'somebody', { role: 'admin' })
  await pool.query(
    `with made as (
       insert into auth.sessions (user_id, refreshed_at)
       values ($1, now()), ($1, now() - interval '91 days') returning id, refreshed_at
     )
     insert into auth.refresh_tokens (token_hash, session_id, used_at)
       select decode(t.hash, 'hex'), id, t.used from made,
         (values ('01', null), ('02', now() - interval '29 days'), ('03', now() - interval '31 days')) as t (hash, used)
       where refreshed_at > now() - interval '1 day'`,
    [id],
  )
  await pool.query(
    `insert into auth.one_time_tokens (token_hash, user_id, kind, redirect_to, expires_at)
     values ('\\x01', $1, 'recovery', '/', now()), ('\\x02', $1, 'recovery', '/', now() - interval '2 days')`,
    [id],
  )
  await pool.query(
    "insert into auth.rate_limits values ('new', 1, now()), ('old', 1, now() - interval '2 hours')",
  )
  await removeExpired(pool)
  const { rows } = await pool.query(`
    select
      (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.refresh_tokens) as tokens,
      (select count(*)::int from auth.one_time_tokens) as links,
      (select string_agg(key, ',') from auth.rate_limits) as limits`)
  expect(rows).toEqual([{ sessions: 1, tokens: 2, links: 1, limits: 'new' }])
})

test('however many rows have expired, all go, and what fails keeps none of the others', async () => {
  await createPerson(pool, 'other')
  await pool.query(`
    insert into auth.rate_limits select 'old ' || n, 1, now() - interval '2 hours' from generate_series(1, 25000) as n;
    insert into auth.one_time_tokens (token_hash, user_id, kind, redirect_to, expires_at)
      select '\\x03', id, 'recovery', '/', now() - interval '2 days' from auth.users limit 1;
    insert into auth.mail_requests (at) values (now() - interval '2 days');
    create function public.refuse() returns trigger language plpgsql as 'begin raise exception $r$refused$r$; end';
    create trigger refuse before delete on auth.one_time_tokens for each row execute function public.refuse()`)
  await expect(removeExpired(pool)).rejects.toThrow('refused')
  const { rows } = await pool.query(`
    select (select count(*)::int from auth.rate_limits where key like 'old%') as limits,
      (select count(*)::int from auth.mail_requests) as mails`)
  expect(rows).toEqual([{ limits: 0, mails: 0 }])
})
