-- A writer with thousands of matching scripts: one index scan for all of them instead of one for each, and titles
-- looked up in a hash. Scanning the matching titles for every script took minutes with 5,000 of both.
create or replace function public.search_scripts(query text, max_results integer default 50)
returns table (id uuid, title text, updated_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with wanted as materialized (
    select wanted.n, wanted.word from private.words_wanted((select auth.uid()), search_scripts.query) as wanted
  ),
  titled as materialized (
    select wanted.n, scripts.id
    from wanted
    join public.scripts on private.words_of(scripts.user_id, scripts.title) @@ wanted.word
  ),
  written as (
    select wanted.n, array_agg(distinct stored.draft_id) as draft_ids
    from wanted
    join private.script_pieces as stored
      on stored.saved and private.words_of(stored.user_id, stored.text) @@ wanted.word
    group by wanted.n
  ),
  matches as (
    select titled.n, titled.id from titled
    union
    select written.n, drafts.script_id
    from written
    join public.script_drafts as drafts on drafts.id = any (written.draft_ids)
    where drafts.user_id = (select auth.uid())
  )
  select found.id, found.title, found.updated_at
  from public.scripts as found
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and found.id = any (array(
      select matches.id from matches group by matches.id having count(*) = (select count(*) from wanted)
    ))
  order by
    found.id in (
      select titled.id from titled group by titled.id having count(*) = (select count(*) from wanted)
    ) desc,
    found.updated_at desc
  limit least(greatest(search_scripts.max_results, 0), 200)
$$;
