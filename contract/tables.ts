// Generated from the migrations by `npm run generate:tables`: do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      answer_reviews: {
        Row: {
          alternatives: string[]
          answer_hash: string | null
          answer_version: string
          before_hash: string | null
          before_version: string | null
          created_at: string
          ended_at: string | null
          id: string
          job_id: string | null
          kept: number[]
          shown: boolean
          updated_at: string
          user_id: string
          work_id: string
        }
        Insert: {
          alternatives?: string[]
          answer_hash?: string | null
          answer_version: string
          before_hash?: string | null
          before_version?: string | null
          created_at?: string
          ended_at?: string | null
          id?: string
          job_id?: string | null
          kept?: number[]
          shown?: boolean
          updated_at?: string
          user_id: string
          work_id: string
        }
        Update: {
          alternatives?: string[]
          answer_hash?: string | null
          answer_version?: string
          before_hash?: string | null
          before_version?: string | null
          created_at?: string
          ended_at?: string | null
          id?: string
          job_id?: string | null
          kept?: number[]
          shown?: boolean
          updated_at?: string
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'answer_reviews_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'answer_reviews_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      api_usage: {
        Row: {
          month: string
          monthly_generations: number
          user_id: string
        }
        Insert: {
          month?: string
          monthly_generations?: number
          user_id: string
        }
        Update: {
          month?: string
          monthly_generations?: number
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'api_usage_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      attachments: {
        Row: {
          characters: number
          created_at: string
          id: string
          kind: 'text' | 'fountain' | 'final-draft' | 'word' | 'pdf'
          name: string
          text_hash: string
          user_id: string
          work_id: string
        }
        Insert: {
          characters: number
          created_at?: string
          id?: string
          kind: 'text' | 'fountain' | 'final-draft' | 'word' | 'pdf'
          name: string
          text_hash: string
          user_id: string
          work_id: string
        }
        Update: {
          characters?: number
          created_at?: string
          id?: string
          kind?: 'text' | 'fountain' | 'final-draft' | 'word' | 'pdf'
          name?: string
          text_hash?: string
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'attachments_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'attachments_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      audit_log: {
        Row: {
          action:
            | 'approved'
            | 'restricted'
            | 'learning_loop_granted'
            | 'learning_loop_revoked'
            | 'role_changed'
            | 'sessions_ended'
            | 'account_deleted'
            | 'signed_up'
            | 'signed_in'
            | 'sign_in_failed'
            | 'reset_requested'
            | 'reset_link_used'
            | 'password_changed'
            | 'second_factor_added'
            | 'second_factor_removed'
            | 'second_factor_used'
            | 'second_factor_failed'
            | 'recovery_codes_made'
            | 'recovery_code_used'
            | 'data_downloaded'
            | 'connection_added'
            | 'connection_changed'
            | 'connection_deleted'
            | 'connection_tested'
            | 'default_model_changed'
            | 'offered_models_changed'
            | 'limit_changed'
            | 'default_limit_changed'
            | 'price_changed'
            | 'currency_changed'
            | 'invited'
            | 'invitation_resent'
            | 'invitation_revoked'
            | 'invitation_accepted'
            | 'reset_sent'
            | 'notice_created'
            | 'notice_changed'
            | 'notice_ended'
            | 'notice_deleted'
            | 'model_added'
            | 'model_removed'
            | 'users_exported'
          actor_email: string | null
          actor_id: string | null
          at: string
          client_address: string | null
          detail: string | null
          id: string
          user_email: string | null
          user_id: string | null
        }
        Insert: {
          action:
            | 'approved'
            | 'restricted'
            | 'learning_loop_granted'
            | 'learning_loop_revoked'
            | 'role_changed'
            | 'sessions_ended'
            | 'account_deleted'
            | 'signed_up'
            | 'signed_in'
            | 'sign_in_failed'
            | 'reset_requested'
            | 'reset_link_used'
            | 'password_changed'
            | 'second_factor_added'
            | 'second_factor_removed'
            | 'second_factor_used'
            | 'second_factor_failed'
            | 'recovery_codes_made'
            | 'recovery_code_used'
            | 'data_downloaded'
            | 'connection_added'
            | 'connection_changed'
            | 'connection_deleted'
            | 'connection_tested'
            | 'default_model_changed'
            | 'offered_models_changed'
            | 'limit_changed'
            | 'default_limit_changed'
            | 'price_changed'
            | 'currency_changed'
            | 'invited'
            | 'invitation_resent'
            | 'invitation_revoked'
            | 'invitation_accepted'
            | 'reset_sent'
            | 'notice_created'
            | 'notice_changed'
            | 'notice_ended'
            | 'notice_deleted'
            | 'model_added'
            | 'model_removed'
            | 'users_exported'
          actor_email?: string | null
          actor_id?: string | null
          at?: string
          client_address?: string | null
          detail?: string | null
          id?: string
          user_email?: string | null
          user_id?: string | null
        }
        Update: {
          action?:
            | 'approved'
            | 'restricted'
            | 'learning_loop_granted'
            | 'learning_loop_revoked'
            | 'role_changed'
            | 'sessions_ended'
            | 'account_deleted'
            | 'signed_up'
            | 'signed_in'
            | 'sign_in_failed'
            | 'reset_requested'
            | 'reset_link_used'
            | 'password_changed'
            | 'second_factor_added'
            | 'second_factor_removed'
            | 'second_factor_used'
            | 'second_factor_failed'
            | 'recovery_codes_made'
            | 'recovery_code_used'
            | 'data_downloaded'
            | 'connection_added'
            | 'connection_changed'
            | 'connection_deleted'
            | 'connection_tested'
            | 'default_model_changed'
            | 'offered_models_changed'
            | 'limit_changed'
            | 'default_limit_changed'
            | 'price_changed'
            | 'currency_changed'
            | 'invited'
            | 'invitation_resent'
            | 'invitation_revoked'
            | 'invitation_accepted'
            | 'reset_sent'
            | 'notice_created'
            | 'notice_changed'
            | 'notice_ended'
            | 'notice_deleted'
            | 'model_added'
            | 'model_removed'
            | 'users_exported'
          actor_email?: string | null
          actor_id?: string | null
          at?: string
          client_address?: string | null
          detail?: string | null
          id?: string
          user_email?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
      chat_conversations: {
        Row: {
          created_at: string
          id: string
          leaf_id: string | null
          script_id: string | null
          title: string
          updated_at: string
          user_id: string
          work_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          leaf_id?: string | null
          script_id?: string | null
          title: string
          updated_at?: string
          user_id?: string
          work_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          leaf_id?: string | null
          script_id?: string | null
          title?: string
          updated_at?: string
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'chat_conversations_script_id_fkey'
            columns: ['script_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'scripts'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'chat_conversations_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      chat_messages: {
        Row: {
          changes: Json | null
          content: string
          conversation_id: string
          created_at: string
          id: string
          job_id: string | null
          kind: 'text' | 'stopped'
          model: string | null
          parent_id: string | null
          partly_applied: boolean
          scope: string | null
          shown: boolean
          type: 'user' | 'ai'
          used_at: string | null
          used_examples: string[]
          user_id: string
          withheld:
            | 'cut_off'
            | 'stopped'
            | 'placeholder'
            | 'refusal'
            | 'conversation'
            | 'missing_scenes'
            | 'empty'
            | 'overlap'
            | 'too_large'
            | 'script_deleted'
            | 'question'
            | 'unknown_scene'
            | 'unseen_scene'
            | 'duplicate_scene'
            | 'lost_heading'
            | 'outside_target'
            | 'missing_text'
            | 'bad_tag'
            | 'compared'
            | 'too_slow'
            | null
        }
        Insert: {
          changes?: Json | null
          content: string
          conversation_id: string
          created_at?: string
          id?: string
          job_id?: string | null
          kind?: 'text' | 'stopped'
          model?: string | null
          parent_id?: string | null
          partly_applied?: boolean
          scope?: string | null
          shown?: boolean
          type: 'user' | 'ai'
          used_at?: string | null
          used_examples?: string[]
          user_id?: string
          withheld?:
            | 'cut_off'
            | 'stopped'
            | 'placeholder'
            | 'refusal'
            | 'conversation'
            | 'missing_scenes'
            | 'empty'
            | 'overlap'
            | 'too_large'
            | 'script_deleted'
            | 'question'
            | 'unknown_scene'
            | 'unseen_scene'
            | 'duplicate_scene'
            | 'lost_heading'
            | 'outside_target'
            | 'missing_text'
            | 'bad_tag'
            | 'compared'
            | 'too_slow'
            | null
        }
        Update: {
          changes?: Json | null
          content?: string
          conversation_id?: string
          created_at?: string
          id?: string
          job_id?: string | null
          kind?: 'text' | 'stopped'
          model?: string | null
          parent_id?: string | null
          partly_applied?: boolean
          scope?: string | null
          shown?: boolean
          type?: 'user' | 'ai'
          used_at?: string | null
          used_examples?: string[]
          user_id?: string
          withheld?:
            | 'cut_off'
            | 'stopped'
            | 'placeholder'
            | 'refusal'
            | 'conversation'
            | 'missing_scenes'
            | 'empty'
            | 'overlap'
            | 'too_large'
            | 'script_deleted'
            | 'question'
            | 'unknown_scene'
            | 'unseen_scene'
            | 'duplicate_scene'
            | 'lost_heading'
            | 'outside_target'
            | 'missing_text'
            | 'bad_tag'
            | 'compared'
            | 'too_slow'
            | null
        }
        Relationships: [
          {
            foreignKeyName: 'chat_messages_conversation_id_fkey'
            columns: ['conversation_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'chat_conversations'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'chat_messages_job_id_fkey'
            columns: ['job_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'generation_jobs'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'chat_messages_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      generation_jobs: {
        Row: {
          alternatives: number | null
          answer_as: string | null
          attempt: number
          branches: boolean
          cached_input_tokens: number | null
          calls: number
          calls_sent: number | null
          calls_used: number
          compared: string | null
          context: Json | null
          conversation_id: string | null
          created_at: string
          deadline_at: string
          error: string | null
          error_code: string | null
          finished_at: string | null
          id: string
          idempotency_key: string | null
          input_tokens: number | null
          leased_until: string | null
          mode: 'change' | 'ask'
          model: string | null
          model_label: string | null
          month: string
          output_tokens: number | null
          parent_id: string | null
          partial_text: string
          prompt: string
          result: string | null
          script: string | null
          started_at: string | null
          status: 'pending' | 'processing' | 'completed' | 'failed'
          target_end: number | null
          target_start: number | null
          tries: number
          updated_at: string
          used_examples: string[]
          user_id: string
          version_id: string | null
          withheld: string | null
        }
        Insert: {
          alternatives?: number | null
          answer_as?: string | null
          attempt?: number
          branches?: boolean
          cached_input_tokens?: number | null
          calls?: number
          calls_sent?: number | null
          calls_used?: number
          compared?: string | null
          context?: Json | null
          conversation_id?: string | null
          created_at?: string
          deadline_at?: string
          error?: string | null
          error_code?: string | null
          finished_at?: string | null
          id?: string
          idempotency_key?: string | null
          input_tokens?: number | null
          leased_until?: string | null
          mode?: 'change' | 'ask'
          model?: string | null
          model_label?: string | null
          month?: string
          output_tokens?: number | null
          parent_id?: string | null
          partial_text?: string
          prompt: string
          result?: string | null
          script?: string | null
          started_at?: string | null
          status?: 'pending' | 'processing' | 'completed' | 'failed'
          target_end?: number | null
          target_start?: number | null
          tries?: number
          updated_at?: string
          used_examples?: string[]
          user_id: string
          version_id?: string | null
          withheld?: string | null
        }
        Update: {
          alternatives?: number | null
          answer_as?: string | null
          attempt?: number
          branches?: boolean
          cached_input_tokens?: number | null
          calls?: number
          calls_sent?: number | null
          calls_used?: number
          compared?: string | null
          context?: Json | null
          conversation_id?: string | null
          created_at?: string
          deadline_at?: string
          error?: string | null
          error_code?: string | null
          finished_at?: string | null
          id?: string
          idempotency_key?: string | null
          input_tokens?: number | null
          leased_until?: string | null
          mode?: 'change' | 'ask'
          model?: string | null
          model_label?: string | null
          month?: string
          output_tokens?: number | null
          parent_id?: string | null
          partial_text?: string
          prompt?: string
          result?: string | null
          script?: string | null
          started_at?: string | null
          status?: 'pending' | 'processing' | 'completed' | 'failed'
          target_end?: number | null
          target_start?: number | null
          tries?: number
          updated_at?: string
          used_examples?: string[]
          user_id?: string
          version_id?: string | null
          withheld?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'generation_jobs_conversation_id_fkey'
            columns: ['conversation_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'chat_conversations'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'generation_jobs_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      golden_examples: {
        Row: {
          content: string
          created_at: string
          disabled: boolean
          id: string
          message_id: string | null
          topic: 'Script Writing'
          user_id: string
        }
        Insert: {
          content: string
          created_at?: string
          disabled?: boolean
          id?: string
          message_id?: string | null
          topic?: 'Script Writing'
          user_id?: string
        }
        Update: {
          content?: string
          created_at?: string
          disabled?: boolean
          id?: string
          message_id?: string | null
          topic?: 'Script Writing'
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'golden_examples_message_id_fkey'
            columns: ['message_id', 'user_id']
            isOneToOne: true
            referencedRelation: 'chat_messages'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'golden_examples_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      invitations: {
        Row: {
          accepted_at: string | null
          accepted_by: string | null
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string | null
          revoked_at: string | null
          revoked_by: string | null
          sent_at: string
        }
        Insert: {
          accepted_at?: string | null
          accepted_by?: string | null
          created_at?: string
          email: string
          expires_at: string
          id?: string
          invited_by?: string | null
          revoked_at?: string | null
          revoked_by?: string | null
          sent_at?: string
        }
        Update: {
          accepted_at?: string | null
          accepted_by?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          revoked_at?: string | null
          revoked_by?: string | null
          sent_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'invitations_accepted_by_fkey'
            columns: ['accepted_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invitations_invited_by_fkey'
            columns: ['invited_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invitations_revoked_by_fkey'
            columns: ['revoked_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notices: {
        Row: {
          body: string
          created_at: string
          created_by: string | null
          ends_at: string | null
          for_pending: boolean
          id: string
          starts_at: string
          updated_at: string
        }
        Insert: {
          body: string
          created_at?: string
          created_by?: string | null
          ends_at?: string | null
          for_pending?: boolean
          id?: string
          starts_at?: string
          updated_at?: string
        }
        Update: {
          body?: string
          created_at?: string
          created_by?: string | null
          ends_at?: string | null
          for_pending?: boolean
          id?: string
          starts_at?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notices_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          approved: boolean
          created_at: string
          email: string | null
          id: string
          learning_loop_access: boolean
          monthly_limit: number | null
          role: 'admin' | 'scriptwriter'
          updated_at: string
        }
        Insert: {
          approved?: boolean
          created_at?: string
          email?: string | null
          id: string
          learning_loop_access?: boolean
          monthly_limit?: number | null
          role?: 'admin' | 'scriptwriter'
          updated_at?: string
        }
        Update: {
          approved?: boolean
          created_at?: string
          email?: string | null
          id?: string
          learning_loop_access?: boolean
          monthly_limit?: number | null
          role?: 'admin' | 'scriptwriter'
          updated_at?: string
        }
        Relationships: []
      }
      prompts: {
        Row: {
          created_at: string
          id: string
          kind: 'prompt' | 'reader'
          name: string
          shared: boolean
          text: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          kind?: 'prompt' | 'reader'
          name: string
          shared?: boolean
          text: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          kind?: 'prompt' | 'reader'
          name?: string
          shared?: boolean
          text?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'prompts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      readings: {
        Row: {
          created_at: string
          dropped: number
          finished_at: string | null
          found: number
          id: string
          name: string
          parts: number
          parts_read: number
          read_scenes: string[]
          reader: string
          scenes: number
          scope: Json | null
          summary: string | null
          user_id: string
          work_id: string
        }
        Insert: {
          created_at?: string
          dropped?: number
          finished_at?: string | null
          found?: number
          id: string
          name?: string
          parts: number
          parts_read?: number
          read_scenes?: string[]
          reader: string
          scenes?: number
          scope?: Json | null
          summary?: string | null
          user_id: string
          work_id: string
        }
        Update: {
          created_at?: string
          dropped?: number
          finished_at?: string | null
          found?: number
          id?: string
          name?: string
          parts?: number
          parts_read?: number
          read_scenes?: string[]
          reader?: string
          scenes?: number
          scope?: Json | null
          summary?: string | null
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'readings_id_fkey'
            columns: ['id', 'user_id']
            isOneToOne: false
            referencedRelation: 'generation_jobs'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'readings_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      saved_scripts: {
        Row: {
          id: string
          measured_at: string | null
          pages: number | null
          saved_at: string
          scenes: number | null
          script_id: string
          user_id: string
        }
        Insert: {
          id?: string
          measured_at?: string | null
          pages?: number | null
          saved_at?: string
          scenes?: number | null
          script_id: string
          user_id?: string
        }
        Update: {
          id?: string
          measured_at?: string | null
          pages?: number | null
          saved_at?: string
          scenes?: number | null
          script_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_scripts_script_id_fkey'
            columns: ['script_id', 'user_id']
            isOneToOne: true
            referencedRelation: 'scripts'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'saved_scripts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      script_drafts: {
        Row: {
          changes: Json | null
          created_at: string
          id: string
          pending_origin: 'typed' | 'pasted' | 'template' | 'restore' | 'import' | 'merge' | null
          pending_since: string | null
          pending_until: string | null
          revision: number
          script_id: string | null
          text_hash: string
          updated_at: string
          user_id: string
          version_id: string | null
          work_id: string
        }
        Insert: {
          changes?: Json | null
          created_at?: string
          id?: string
          pending_origin?: 'typed' | 'pasted' | 'template' | 'restore' | 'import' | 'merge' | null
          pending_since?: string | null
          pending_until?: string | null
          revision?: number
          script_id?: string | null
          text_hash?: string
          updated_at?: string
          user_id: string
          version_id?: string | null
          work_id: string
        }
        Update: {
          changes?: Json | null
          created_at?: string
          id?: string
          pending_origin?: 'typed' | 'pasted' | 'template' | 'restore' | 'import' | 'merge' | null
          pending_since?: string | null
          pending_until?: string | null
          revision?: number
          script_id?: string | null
          text_hash?: string
          updated_at?: string
          user_id?: string
          version_id?: string | null
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'script_drafts_script_id_fkey'
            columns: ['script_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'scripts'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'script_drafts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      script_notes: {
        Row: {
          author: 'model' | 'writer' | 'reader'
          body: string
          created_at: string
          end: number
          held: string | null
          id: string
          job_id: string | null
          quote: string
          reader: string | null
          revision: number
          start: number
          state: 'open' | 'done' | 'dismissed'
          user_id: string
          work_id: string
        }
        Insert: {
          author: 'model' | 'writer' | 'reader'
          body: string
          created_at?: string
          end: number
          held?: string | null
          id?: string
          job_id?: string | null
          quote: string
          reader?: string | null
          revision?: number
          start: number
          state?: 'open' | 'done' | 'dismissed'
          user_id: string
          work_id: string
        }
        Update: {
          author?: 'model' | 'writer' | 'reader'
          body?: string
          created_at?: string
          end?: number
          held?: string | null
          id?: string
          job_id?: string | null
          quote?: string
          reader?: string | null
          revision?: number
          start?: number
          state?: 'open' | 'done' | 'dismissed'
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'script_notes_job_id_fkey'
            columns: ['job_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'generation_jobs'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'script_notes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'script_notes_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      script_tags: {
        Row: {
          id: string
          script_id: string
          tag_id: string
          user_id: string
        }
        Insert: {
          id?: string
          script_id: string
          tag_id: string
          user_id?: string
        }
        Update: {
          id?: string
          script_id?: string
          tag_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'script_tags_script_id_fkey'
            columns: ['script_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'scripts'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'script_tags_tag_id_fkey'
            columns: ['tag_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'tags'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'script_tags_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      script_versions: {
        Row: {
          chain_hash: string
          created_at: string
          id: string
          job_id: string | null
          label: string | null
          number: number
          origin: 'typed' | 'pasted' | 'template' | 'answer' | 'import' | 'restore' | 'merge'
          script_id: string | null
          text_hash: string
          user_id: string
          work_id: string
        }
        Insert: {
          chain_hash: string
          created_at?: string
          id?: string
          job_id?: string | null
          label?: string | null
          number: number
          origin: 'typed' | 'pasted' | 'template' | 'answer' | 'import' | 'restore' | 'merge'
          script_id?: string | null
          text_hash: string
          user_id: string
          work_id: string
        }
        Update: {
          chain_hash?: string
          created_at?: string
          id?: string
          job_id?: string | null
          label?: string | null
          number?: number
          origin?: 'typed' | 'pasted' | 'template' | 'answer' | 'import' | 'restore' | 'merge'
          script_id?: string | null
          text_hash?: string
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'script_versions_script_id_fkey'
            columns: ['script_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'scripts'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'script_versions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'script_versions_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      scripts: {
        Row: {
          content: Json
          created_at: string
          creation_key: string | null
          id: string
          preview: string
          title: string
          updated_at: string
          user_id: string
          work_id: string
        }
        Insert: {
          content?: Json
          created_at?: string
          creation_key?: string | null
          id?: string
          preview?: never
          title?: string
          updated_at?: string
          user_id?: string
          work_id?: string
        }
        Update: {
          content?: Json
          created_at?: string
          creation_key?: string | null
          id?: string
          preview?: never
          title?: string
          updated_at?: string
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'scripts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      story_entries: {
        Row: {
          aliases: string[]
          body: string
          created_at: string
          id: string
          kind: 'character' | 'place' | 'thing' | 'rule' | 'thread'
          name: string
          origin: 'typed' | 'proposed'
          pinned: boolean
          sources: Json
          updated_at: string
          user_id: string
          work_id: string
        }
        Insert: {
          aliases?: string[]
          body?: string
          created_at?: string
          id?: string
          kind: 'character' | 'place' | 'thing' | 'rule' | 'thread'
          name: string
          origin?: 'typed' | 'proposed'
          pinned?: boolean
          sources?: Json
          updated_at?: string
          user_id?: string
          work_id: string
        }
        Update: {
          aliases?: string[]
          body?: string
          created_at?: string
          id?: string
          kind?: 'character' | 'place' | 'thing' | 'rule' | 'thread'
          name?: string
          origin?: 'typed' | 'proposed'
          pinned?: boolean
          sources?: Json
          updated_at?: string
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'story_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'story_entries_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      story_proposals: {
        Row: {
          aliases: string[]
          body: string
          created_at: string
          entry_id: string | null
          id: string
          job_id: string | null
          kind: 'character' | 'place' | 'thing' | 'rule' | 'thread'
          name: string
          sources: Json
          state: 'open' | 'rejected'
          user_id: string
          work_id: string
        }
        Insert: {
          aliases?: string[]
          body: string
          created_at?: string
          entry_id?: string | null
          id?: string
          job_id?: string | null
          kind: 'character' | 'place' | 'thing' | 'rule' | 'thread'
          name: string
          sources: Json
          state?: 'open' | 'rejected'
          user_id: string
          work_id: string
        }
        Update: {
          aliases?: string[]
          body?: string
          created_at?: string
          entry_id?: string | null
          id?: string
          job_id?: string | null
          kind?: 'character' | 'place' | 'thing' | 'rule' | 'thread'
          name?: string
          sources?: Json
          state?: 'open' | 'rejected'
          user_id?: string
          work_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'story_proposals_entry_id_fkey'
            columns: ['entry_id']
            isOneToOne: false
            referencedRelation: 'story_entries'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'story_proposals_job_id_fkey'
            columns: ['job_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'generation_jobs'
            referencedColumns: ['id', 'user_id']
          },
          {
            foreignKeyName: 'story_proposals_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'story_proposals_work_id_fkey'
            columns: ['user_id', 'work_id']
            isOneToOne: false
            referencedRelation: 'script_drafts'
            referencedColumns: ['user_id', 'work_id']
          },
        ]
      }
      tags: {
        Row: {
          color: 'red' | 'amber' | 'green' | 'teal' | 'blue' | 'purple' | 'pink' | 'gray'
          created_at: string
          id: string
          name: string
          user_id: string
        }
        Insert: {
          color?: 'red' | 'amber' | 'green' | 'teal' | 'blue' | 'purple' | 'pink' | 'gray'
          created_at?: string
          id?: string
          name: string
          user_id?: string
        }
        Update: {
          color?: 'red' | 'amber' | 'green' | 'teal' | 'blue' | 'purple' | 'pink' | 'gray'
          created_at?: string
          id?: string
          name?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'tags_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      writing_goals: {
        Row: {
          amount: number
          day: string
          typed: Json
          unit: 'words' | 'pages'
          user_id: string
        }
        Insert: {
          amount: number
          day: string
          typed?: Json
          unit: 'words' | 'pages'
          user_id: string
        }
        Update: {
          amount?: number
          day?: string
          typed?: Json
          unit?: 'words' | 'pages'
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'writing_goals_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_proposals: {
        Args: {
          ids: string[]
        }
        Returns: Database['public']['Tables']['story_entries']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'story_entries'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      add_attachment: {
        Args: {
          kind: string
          name: string
          text: string
          work_id: string
        }
        Returns: Database['public']['Tables']['attachments']['Row']
        SetofOptions: {
          from: '*'
          to: 'attachments'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      add_message: {
        Args: {
          content: string
          conversation_id: string
          scope?: string
        }
        Returns: Database['public']['Tables']['chat_messages']['Row']
        SetofOptions: {
          from: '*'
          to: 'chat_messages'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      add_note: {
        Args: {
          body: string
          end: number
          start: number
          text_hash: string
          work_id: string
        }
        Returns: Database['public']['Tables']['script_notes']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_notes'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      admin_model_prices: {
        Args: {
          month: string
        }
        Returns: {
          cached_price: number
          from_month: string
          input_price: number
          model: string
          output_price: number
          tokens: number
        }[]
      }
      admin_usage: {
        Args: {
          month: string
        }
        Returns: {
          cost: number
          email: string
          failures: number
          generations: number
          model: string
          tokens_cached: number
          tokens_in: number
          tokens_out: number
          user_id: string
        }[]
      }
      admin_usage_per_day: {
        Args: {
          month: string
        }
        Returns: {
          cost: number
          day: string
          failures: number
          generations: number
          tokens_cached: number
          tokens_in: number
          tokens_out: number
        }[]
      }
      approve_user: {
        Args: {
          user_id: string
        }
        Returns: Database['public']['Tables']['profiles']['Row']
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      approve_users: {
        Args: {
          user_ids: string[]
        }
        Returns: number
      }
      attachment_text: {
        Args: {
          attachment_id: string
        }
        Returns: string
      }
      branches_of: {
        Args: {
          conversation_id: string
        }
        Returns: Database['public']['Tables']['chat_messages']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'chat_messages'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      change_notice: {
        Args: {
          body: string
          ends_at?: string
          expected_updated_at: string
          for_pending?: boolean
          notice_id: string
          starts_at?: string
        }
        Returns: Database['public']['Tables']['notices']['Row']
        SetofOptions: {
          from: '*'
          to: 'notices'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      change_role: {
        Args: {
          new_role: string
          user_id: string
        }
        Returns: undefined
      }
      choose_model: {
        Args: {
          model_id: string
        }
        Returns: undefined
      }
      create_notice: {
        Args: {
          body: string
          ends_at?: string
          for_pending?: boolean
          starts_at?: string
        }
        Returns: Database['public']['Tables']['notices']['Row']
        SetofOptions: {
          from: '*'
          to: 'notices'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      delete_conversation: {
        Args: {
          conversation_id: string
        }
        Returns: undefined
      }
      delete_notice: {
        Args: {
          notice_id: string
        }
        Returns: undefined
      }
      delete_script: {
        Args: {
          delete_chats?: boolean
          script_id: string
        }
        Returns: undefined
      }
      delete_scripts: {
        Args: {
          delete_chats?: boolean
          script_ids: string[]
        }
        Returns: undefined
      }
      delete_unsaved_text: {
        Args: {
          work_id: string
        }
        Returns: undefined
      }
      delete_user: {
        Args: {
          user_id: string
        }
        Returns: undefined
      }
      dismiss_notice: {
        Args: {
          notice_id: string
        }
        Returns: undefined
      }
      draft_text: {
        Args: {
          work_id: string
        }
        Returns: {
          review_text: string | null
          revision: number
          script_id: string | null
          text: string
          text_hash: string
          updated_at: string
          version_id: string | null
        }[]
      }
      draft_texts: {
        Args: {
          requests: string[]
          since: number
          work_id: string
        }
        Returns: {
          request: string | null
          revision: number
          text: string
        }[]
      }
      duplicate_script: {
        Args: {
          script_id: string
        }
        Returns: string
      }
      end_notice: {
        Args: {
          notice_id: string
        }
        Returns: undefined
      }
      end_session: {
        Args: {
          session_id: string
        }
        Returns: undefined
      }
      end_user_sessions: {
        Args: {
          user_id: string
        }
        Returns: number
      }
      export_users: {
        Args: {
          search?: string
          status?: string
        }
        Returns: {
          approved: boolean
          created_at: string
          email: string | null
          id: string
          learning_loop_access: boolean
          monthly_generations: number
          role: string
        }[]
      }
      generation_allowance: {
        Args: never
        Returns: {
          most: number
          used: number
        }[]
      }
      generations_per_day: {
        Args: {
          days?: number
        }
        Returns: {
          day: string
          generations: number
        }[]
      }
      grant_learning_loop: {
        Args: {
          user_id: string
        }
        Returns: Database['public']['Tables']['profiles']['Row']
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      import_bible: {
        Args: {
          entries: Json
          work_id: string
        }
        Returns: {
          added: number
          changed: number
          kept: number
        }[]
      }
      invite: {
        Args: {
          emails: string[]
        }
        Returns: {
          email: string
          expires_at: string
          outcome: string
          token: string
        }[]
      }
      keep_draft: {
        Args: {
          changes: Json
          revision: number
          text_hash: string
          work_id: string
        }
        Returns: Database['public']['Tables']['script_drafts']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_drafts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      list_administrators: {
        Args: never
        Returns: {
          approved: boolean
          created_at: string
          email: string | null
          id: string
          is_self: boolean
          monthly_limit: number | null
        }[]
      }
      list_examples: {
        Args: {
          query?: string
        }
        Returns: {
          created_at: string
          disabled: boolean
          id: string
          opening: string
        }[]
      }
      list_invitations: {
        Args: {
          max_results?: number
          skip?: number
        }
        Returns: {
          accepted_at: string
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by_email: string
          revoked_at: string
          revoked_by_email: string
          sent_at: string
          state: string
          total_count: number
        }[]
      }
      list_notices: {
        Args: {
          max_results?: number
          skip?: number
        }
        Returns: {
          body: string
          created_by_email: string
          dismissals: number
          ends_at: string
          for_pending: boolean
          id: string
          starts_at: string
          state: string
          total_count: number
          updated_at: string
        }[]
      }
      list_sessions: {
        Args: never
        Returns: {
          client_address: string | null
          created_at: string
          id: string
          is_current: boolean
          last_used_at: string
          user_agent: string | null
        }[]
      }
      list_users: {
        Args: {
          max_results?: number
          search?: string
          skip?: number
          status?: string
        }
        Returns: {
          approved: boolean
          created_at: string
          email: string | null
          id: string
          learning_loop_access: boolean
          monthly_generations: number
          role: string
          total_count: number
        }[]
      }
      monthly_limit_setting: {
        Args: never
        Returns: {
          is_from_environment: boolean
          most: number
        }[]
      }
      my_models: {
        Args: never
        Returns: {
          id: string
          is_chosen: boolean
          is_default: boolean
          is_demo: boolean
          label: string
        }[]
      }
      name_version: {
        Args: {
          label: string
          version_id: string
        }
        Returns: Database['public']['Tables']['script_versions']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_versions'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      note_typed_words: {
        Args: {
          day: string
          device: string
          words: number
        }
        Returns: Database['public']['Tables']['writing_goals']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'writing_goals'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      notes_of: {
        Args: {
          work_id: string
        }
        Returns: {
          notes: Json
          revision: number
          steps: Json
          text_hash: string
        }[]
      }
      notices_now: {
        Args: never
        Returns: {
          changes_in: number | null
          notices: Json
        }[]
      }
      open_text: {
        Args: {
          conversation_id?: string
          script_id?: string
        }
        Returns: {
          attachments: Json
          revision: number
          saved_at: string | null
          text: string | null
          work_id: string
        }[]
      }
      place_notes: {
        Args: {
          places: Json
          revision: number
          work_id: string
        }
        Returns: undefined
      }
      price_currency: {
        Args: never
        Returns: string
      }
      reject_proposals: {
        Args: {
          ids: string[]
          undo?: boolean
        }
        Returns: number
      }
      remove_user_factors: {
        Args: {
          user_id: string
        }
        Returns: number
      }
      rename_script: {
        Args: {
          script_id: string
          title: string
        }
        Returns: undefined
      }
      resend_invitation: {
        Args: {
          invitation_id: string
        }
        Returns: {
          email: string
          expires_at: string
          token: string
        }[]
      }
      restore_version: {
        Args: {
          version_id: string
        }
        Returns: Database['public']['Tables']['script_versions']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_versions'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      restore_version_for: {
        Args: {
          request: string
          version_id: string
        }
        Returns: Database['public']['Tables']['script_versions']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_versions'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      restrict_user: {
        Args: {
          user_id: string
        }
        Returns: Database['public']['Tables']['profiles']['Row']
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      review_changes: {
        Args: {
          ended?: boolean
          keep?: number[]
          review_id: string
          unkeep?: number[]
        }
        Returns: Database['public']['Tables']['answer_reviews']['Row']
        SetofOptions: {
          from: '*'
          to: 'answer_reviews'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      revoke_invitation: {
        Args: {
          invitation_id: string
        }
        Returns: undefined
      }
      revoke_learning_loop: {
        Args: {
          user_id: string
        }
        Returns: Database['public']['Tables']['profiles']['Row']
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      save_script: {
        Args: {
          content?: Json
          conversation_id?: string
          creation_key?: string
          expected_updated_at?: string
          overwrite?: boolean
          revision?: number
          script_id?: string
          title: string
          work_id?: string
        }
        Returns: Database['public']['Tables']['scripts']['Row']
        SetofOptions: {
          from: '*'
          to: 'scripts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      script_history: {
        Args: {
          script_id?: string
          work_id?: string
        }
        Returns: {
          created_at: string
          id: string
          job_id: string | null
          label: string | null
          number: number
          origin: string
          words: number
        }[]
      }
      search_conversations: {
        Args: {
          max_results?: number
          query: string
        }
        Returns: {
          id: string
          title: string
          updated_at: string
        }[]
      }
      search_scripts: {
        Args: {
          max_results?: number
          query: string
        }
        Returns: {
          id: string
          title: string
          updated_at: string
        }[]
      }
      send_password_reset: {
        Args: {
          user_id: string
        }
        Returns: undefined
      }
      set_default_monthly_limit: {
        Args: {
          most: number
        }
        Returns: undefined
      }
      set_model_prices: {
        Args: {
          currency?: string
          month: string
          prices: Json
        }
        Returns: undefined
      }
      set_monthly_limit: {
        Args: {
          most?: number
          user_id: string
        }
        Returns: undefined
      }
      set_writing_goal: {
        Args: {
          amount?: number
          day: string
          unit?: string
        }
        Returns: undefined
      }
      start_conversation: {
        Args: {
          prompt: string
          scope?: string
          script_id?: string
          work_id?: string
        }
        Returns: {
          conversation_id: string
          message_id: string
          title: string
          updated_at: string
        }[]
      }
      unsaved_texts: {
        Args: never
        Returns: {
          conversation_id: string
          preview: string
          updated_at: string
          work_id: string
        }[]
      }
      use_answer: {
        Args: {
          message_id: string
        }
        Returns: Database['public']['Tables']['script_drafts']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_drafts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      use_answer_for: {
        Args: {
          message_id: string
          request: string
        }
        Returns: Database['public']['Tables']['script_drafts']['Row']
        SetofOptions: {
          from: '*'
          to: 'script_drafts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      version_text: {
        Args: {
          version_id: string
        }
        Returns: string
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
