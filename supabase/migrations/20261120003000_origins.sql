-- Text that was there before an answer stays its author's, and undo returns text with the origin that it had
-- (docs/authorship.md).

-- As before, but what was written until the request becomes a version. The answer may repeat it, also one that is
-- rejected, and only versions say what was there first.
create or replace function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  continues uuid,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
  model_id uuid default null::uuid
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  accepted uuid;
  work uuid;
  beginning text;
  violated text;
  chosen uuid;
begin
  perform private.require_approved();
  perform private.lock_person(asker);
  -- One after the other for each person: the same key twice waits here and then finds the first.
  insert into public.api_usage (user_id) values (asker) on conflict do nothing;
  perform from public.api_usage
    where user_id = asker and month = private.this_month() for update;
  select id into accepted from public.generation_jobs
    where user_id = asker and idempotency_key = request_generation.idempotency_key;
  if found then
    return accepted;
  end if;
  chosen := private.model_for(asker, request_generation.model_id);
  update public.api_usage set monthly_generations = monthly_generations + 1
    where user_id = asker and month = private.this_month()
      and monthly_generations < private.monthly_limit_of(asker);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request_generation.conversation_id is not null then
    -- The text before the conversation, as everywhere.
    perform private.cut_pending((private.lock_work(asker, (
      select work_id from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker
    ))).id);
    select work_id into work from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker for share;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  if request_generation.continues is not null then
    select content into beginning from public.chat_messages
      where id = request_generation.continues and user_id = asker
        and conversation_id = request_generation.conversation_id and type = 'ai' and withheld = 'cut_off';
    if not found then
      perform private.not_found('message');
    elsif octet_length(beginning) > 819200 then
      -- The whole answer may have 1 MB, and a continuation 200 KB.
      raise sqlstate 'PT413' using message = 'answer_is_too_long';
    end if;
  end if;
  insert into public.generation_jobs (user_id, conversation_id, prompt, idempotency_key)
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key
    )
    returning id into accepted;
  insert into private.generation_inputs (
      job_id, current_script, work_id, continued, target_start, target_end, mode, alternatives
    )
    values (
      accepted,
      request_generation.current_script,
      work,
      beginning,
      request_generation.target_start,
      request_generation.target_end,
      request_generation.mode,
      request_generation.alternatives
    );
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'a_request_is_accepted_once' then
      -- At the turn of a month two may ask at once with the same key.
      return (
        select id from public.generation_jobs
        where user_id = asker and idempotency_key = request_generation.idempotency_key
      );
    end if;
    raise sqlstate 'PT409' using message = 'already_generating';
end
$$;

-- Text that undo brings back: its words have the origin that they had.
alter table public.script_drafts
  drop constraint pending_origin_is_known,
  add constraint pending_origin_is_known check (pending_origin in ('typed', 'pasted', 'restore', 'import', 'merge'));

create or replace function private.has_new_version(draft_id uuid) returns boolean
  language sql volatile set search_path = ''
as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_versions as versions on versions.id = drafts.version_id
    where drafts.id = has_new_version.draft_id
      and versions.origin in ('typed', 'pasted', 'restore')
      and versions.created_at > clock_timestamp() - interval '1 second'
  )
$$;

-- As before, with steps that restore.
create or replace function public.keep_draft(work_id uuid, revision integer, changes jsonb, text_hash text)
  returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  step jsonb;
  origin text;
  before bigint[];
  after bigint[];
  -- The texts that lead to a merge are each kept; a step without splices keeps what somebody else wrote.
  merges boolean := jsonb_path_exists(keep_draft.changes, '$[*] ? (@.origin == "merge")');
begin
  perform private.require_approved();
  if keep_draft.work_id is null or keep_draft.revision is null or keep_draft.revision < 0 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid', hint = 'A work_id and the revision that was read are needed.';
  elsif jsonb_typeof(keep_draft.changes) is distinct from 'array' or jsonb_array_length(keep_draft.changes) > 100 then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = 'Changes are a list of at most 100 steps.';
  end if;
  if keep_draft.revision = 0 then
    draft := private.open_work(auth.uid(), keep_draft.work_id);
  else
    draft := private.lock_work(auth.uid(), keep_draft.work_id);
  end if;
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.revision <> keep_draft.revision then
    raise sqlstate 'PT409' using
      message = 'draft_changed',
      hint = 'It was changed elsewhere since it was read: read it again and merge.';
  end if;

  for step in select one from jsonb_array_elements(keep_draft.changes) with ordinality as listed (one, place) order by place
  loop
    origin := step ->> 'origin';
    if jsonb_typeof(step) <> 'object' or origin is null or origin not in ('typed', 'pasted', 'restore', 'import', 'merge') then
      raise sqlstate 'PT400' using
        message = 'changes_are_invalid', hint = 'A step has an origin: typed, pasted, restore, import or merge.';
    end if;
    if draft.pending_origin <> origin or origin in ('import', 'merge') or private.is_due(draft) then
      perform private.cut_pending(draft.id);
    end if;
    before := (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id);
    after := private.splice(draft.id, before, step -> 'splices');
    if after <> before then
      perform private.set_text(draft.id, after, origin);
    end if;
    if origin in ('import', 'merge')
      or step -> 'version' = 'true'
        and (merges or step -> 'splices' = '[]' or not private.has_new_version(draft.id)) then
      perform private.cut_pending(draft.id);
    end if;
    select * into draft from public.script_drafts where id = draft.id;
  end loop;

  if draft.text_hash is distinct from keep_draft.text_hash then
    raise sqlstate 'PT400' using
      message = 'text_hash_differs',
      hint = 'The changes do not lead to the text that was hashed: read the draft again.';
  end if;
  update public.script_drafts set
      revision = draft.revision + 1,
      changes = case when octet_length(keep_draft.changes::text) <= 16384 then keep_draft.changes end
    where id = draft.id
    returning * into draft;
  return draft;
end
$$;
