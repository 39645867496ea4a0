-- Locks what the end of a job touches besides the job, in the order of lock_work: the text before the chat.
create or replace function private.lock_around(job_id uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  job public.generation_jobs;
begin
  select * into job from public.generation_jobs where id = lock_around.job_id;
  perform private.lock_work(
    job.user_id, (select chats.work_id from public.chat_conversations as chats where chats.id = job.conversation_id)
  );
  perform from public.chat_conversations where id = job.conversation_id for no key update;
end
$$;

-- Makes an answer's text the working text, in the transaction that ends its job: what was written before
-- becomes a version, the answer another, and a review of the difference begins unless one is open. Once per
-- job. Null if that has happened before or the text is the same already. For the server's own role.
create function private.apply_answer_text(work_id uuid, job_id uuid, new_text text)
  returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  person uuid := (select jobs.user_id from public.generation_jobs as jobs where jobs.id = apply_answer_text.job_id);
  draft public.script_drafts := private.open_work(person, apply_answer_text.work_id);
begin
  if draft.text_hash = private.text_hash(new_text) or exists (
    select from public.script_versions as versions
    where versions.user_id = person and versions.work_id = draft.work_id and versions.job_id = apply_answer_text.job_id
  ) then
    return null;
  end if;
  perform private.cut_pending(draft.id);
  update private.draft_texts as texts set review_pieces = texts.pieces
    where texts.draft_id = draft.id and texts.review_pieces is null and texts.pieces <> '{}';
  return private.replace_text(draft.id, new_text, 'answer', apply_answer_text.job_id);
end
$$;

-- The writer has gone through the changes of an answer. Definer: texts are written by functions only.
create function public.finish_review(work_id uuid, revision integer) returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
begin
  perform private.require_approved();
  draft := private.lock_work(auth.uid(), finish_review.work_id);
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.revision is distinct from finish_review.revision then
    raise sqlstate 'PT409' using
      message = 'draft_changed', hint = 'It was changed elsewhere since it was read: read it again.';
  end if;
  update private.draft_texts set review_pieces = null where draft_id = draft.id;
  update public.script_drafts set revision = revision + 1, changes = '[]' where id = draft.id
    returning * into draft;
  return draft;
end
$$;

grant execute on function public.finish_review(uuid, integer) to authenticated;
