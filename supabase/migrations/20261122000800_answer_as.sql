-- A question can be answered as a reader or as a character (docs/decisions/052-readings-and-notes.md).
alter table public.generation_jobs add column answer_as text
  constraint answer_as_is_a_name check (private.is_title(answer_as, 100));
comment on column public.generation_jobs.answer_as is
  'A reader''s id, or the name of a character, whom the answer speaks for; null for the writer''s co-author.';

-- Notes it with a job that was just accepted, or, without a name, as the same prompt was asked before. Definer: nobody may
-- write jobs directly.
create function private.answer_as(job_id uuid, wanted text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  again public.generation_jobs;
  as_before text := wanted;
begin
  if wanted is null then
    -- Another answer to a prompt has the same parent as the ones before. In two steps: the plan of a join that was made while
    -- there were few jobs takes the square of their number.
    select * into again from public.generation_jobs as jobs
      where jobs.id = answer_as.job_id and jobs.user_id = person and jobs.branches;
    if found then
      select former.answer_as into as_before from public.generation_jobs as former
        where former.conversation_id = again.conversation_id and former.user_id = person
          and former.parent_id = again.parent_id and former.id <> again.id
        order by former.created_at desc limit 1;
    end if;
  end if;
  if as_before is null then
    return answer_as.job_id;
  elsif wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and not exists (
    select from public.prompts
    where id::text = wanted and kind = 'reader' and (prompts.user_id = person or shared)
  ) then
    perform private.not_found('reader');
  end if;
  update public.generation_jobs as jobs set answer_as = as_before
    where jobs.id = answer_as.job_id and jobs.user_id = person and jobs.status = 'pending' and jobs.answer_as is null;
  return answer_as.job_id;
end
$$;
grant execute on function private.answer_as(uuid, text) to authenticated;

-- A second model is asked as the first one was.
create function private.answer_as_the_first() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.answer_as := (select answer_as from public.generation_jobs where id = new.compared);
  return new;
end
$$;
create trigger answer_as_the_first before insert on public.generation_jobs
  for each row when (new.compared is not null) execute function private.answer_as_the_first();

-- Whom an answer speaks for, and how one of the writer's own readers reads.
create function private.speaker_of(job_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('as', jobs.answer_as, 'own', (
    select jsonb_build_object('name', prompts.name, 'text', prompts.text) from public.prompts
    where prompts.id::text = jobs.answer_as and prompts.kind = 'reader'
      and (prompts.user_id = jobs.user_id or prompts.shared)
  ))
  from public.generation_jobs as jobs where jobs.id = speaker_of.job_id and jobs.answer_as is not null
$$;
