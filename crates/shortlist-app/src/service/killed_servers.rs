//! What servers left that were killed: files that were arriving, requests that count as running, and the progress of uploads.

use crate::error::AppError;
use crate::files::AbandonedFolder;
use crate::service::App;
use crate::uploads::running::STOPPED;

impl App {
    /// Ends what servers began that used this folder of files and were killed. Their clients can send the requests again at once, and
    /// nothing of the files remains that were arriving. Call it at the start and from time to time.
    ///
    /// # Errors
    /// Returns an error if the files or the database fail. The next call continues.
    pub fn end_work_of_killed_servers(&self) -> Result<(), AppError> {
        self.files()
            .abandoned()?
            .into_iter()
            .try_for_each(|left| self.end_work(left))
    }

    /// Removes the folder in which this server staged files. Call it at a clean end, after the last request.
    pub fn leave_files(&self) {
        self.files().leave();
    }

    fn end_work(&self, left: AbandonedFolder) -> Result<(), AppError> {
        let server = left.server();
        let requests = self.store().requests().release_of(server)?;
        let rows = self.store().uploads();
        let uploads = rows.fail_of(server, STOPPED, self.clock().now())?;
        for (key, token) in &uploads {
            if let Some(token) = token {
                self.files().remove_upload(&key.organization_id, token)?;
                rows.forget_folder(key, token)?;
            }
        }
        let (server, uploads) = (server.clone(), uploads.len());
        // Last, so that what fails is repeated.
        left.remove()?;
        tracing::warn!(%server, requests, uploads, "a server was killed, and what it had begun is ended");
        Ok(())
    }
}
