-- Names and notes have no characters that turn the direction of what follows: what is shown is what is there. Titles of
-- scripts and conversations keep theirs, since they are taken from texts, and are shown apart from what is around them.

create function private.without_turns(written text) returns text
  language sql immutable set search_path = ''
as $$ select regexp_replace(written, '[\u202a-\u202e\u2066-\u2069]', '', 'g') $$;
grant execute on function private.without_turns(text) to authenticated;

-- A title without them, nor marks that stand for a direction and cannot be seen.
create function private.is_name(name text, longest integer) returns boolean
  language sql immutable set search_path = ''
as $$ select private.is_title(name, longest) and name !~ '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]' $$;
grant execute on function private.is_name(text, integer) to authenticated;

create or replace function private.are_names(names text[], most integer, longest integer) returns boolean
  language sql immutable set search_path = ''
as $$
  select cardinality(names) <= most and array_position(names, null) is null
    and coalesce((select bool_and(private.is_name(name, longest)) from unnest(names) as name), true)
$$;

-- What is stored already loses them. A name that is taken then, or empty, gets the end of its row's id.
create function private.as_name(name text, id uuid, longest integer) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when private.is_name(name, longest) then name
    else private.trimmed(left(regexp_replace(name, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), longest - 13))
      || ' ' || right(id::text, 12)
  end
$$;

do $$
declare
  kept record;
begin
  for kept in
    select * from (values
      ('tags', 'name', 40), ('prompts', 'name', 80), ('story_entries', 'name', 100), ('story_proposals', 'name', 100),
      ('script_notes', 'reader', 100), ('script_versions', 'label', 200), ('generation_jobs', 'answer_as', 100)
    ) as columns (of_table, named, longest)
  loop
    execute format('alter table public.%I disable trigger user', kept.of_table);
    execute format(
      'update public.%1$I set %2$I = private.trimmed(private.as_name(%2$I, id, %3$s)) where not private.is_name(%2$I, %3$s)',
      kept.of_table, kept.named, kept.longest
    );
  end loop;
  update public.story_entries set aliases = '{}' where not private.are_names(aliases, 20, 100);
  update public.story_proposals set aliases = '{}' where not private.are_names(aliases, 20, 100);
  update public.script_notes
    set body = coalesce(nullif(private.without_turns(body), ''), '?') where body <> private.without_turns(body);
  for kept in
    select * from unnest(array[
      'tags', 'prompts', 'story_entries', 'story_proposals', 'script_notes', 'script_versions', 'generation_jobs'
    ]) as of_table
  loop
    execute format('alter table public.%I enable trigger user', kept.of_table);
  end loop;
end
$$;
drop function private.as_name(text, uuid, integer);

alter table public.tags
  drop constraint a_tag_name_is_one_line_of_1_to_40_characters,
  add constraint a_tag_name_is_one_line_of_1_to_40_characters check (private.is_name(name, 40));
alter table public.prompts
  drop constraint a_prompt_name_is_one_line_of_1_to_80_characters,
  add constraint a_prompt_name_is_one_line_of_1_to_80_characters check (private.is_name(name, 80));
alter table public.story_entries
  drop constraint an_entry_name_is_one_line_of_1_to_100_characters,
  add constraint an_entry_name_is_one_line_of_1_to_100_characters check (private.is_name(name, 100));
alter table public.story_proposals
  drop constraint a_proposed_name_is_one_line_of_1_to_100_characters,
  add constraint a_proposed_name_is_one_line_of_1_to_100_characters check (private.is_name(name, 100));
alter table public.script_versions
  drop constraint label_is_one_line_of_1_to_200_characters,
  add constraint label_is_one_line_of_1_to_200_characters check (private.is_name(label, 200));
alter table public.generation_jobs
  drop constraint answer_as_is_a_name,
  add constraint answer_as_is_a_name check (private.is_name(answer_as, 100));
alter table public.script_notes
  drop constraint note_reader_is_a_name,
  add constraint note_reader_is_a_name check (private.is_name(reader, 100)),
  drop constraint a_note_has_1_to_4000_characters,
  add constraint a_note_has_1_to_4000_characters check (
    private.trimmed(body) <> '' and char_length(body) <= 4000
    and body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]' and body = private.without_turns(body)
  );
