-- Applies changes to the stored text: a list of steps, each on the text that the one before it left,
--   [{ "origin": "typed", "splices": [{ "start": 3, "end": 5, "text": "new" }], "version": true }, ...]
-- with origin typed, pasted, import or merge, and offsets in UTF-16 units. "version" may be left out: true
-- makes a version after the step. Revision 0 begins a text. Definer: texts are written by functions only.
create function public.keep_draft(work_id uuid, revision integer, changes jsonb, text_hash text)
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
    if jsonb_typeof(step) <> 'object' or origin is null or origin not in ('typed', 'pasted', 'import', 'merge') then
      raise sqlstate 'PT400' using
        message = 'changes_are_invalid', hint = 'A step has an origin: typed, pasted, import or merge.';
    end if;
    if draft.pending_origin <> origin or origin in ('import', 'merge') or private.is_due(draft) then
      perform private.cut_pending(draft.id);
    end if;
    before := (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id);
    after := private.splice(draft.id, before, step -> 'splices');
    if after <> before then
      perform private.set_text(draft.id, after, origin);
    end if;
    if origin in ('import', 'merge') or step -> 'version' = 'true' then
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

grant execute on function public.keep_draft(uuid, integer, jsonb, text) to authenticated;
